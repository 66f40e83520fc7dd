package com.hazelcast.certification.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The percentiles of times, to six nines. Immutable as long as its histogram is not written.
 *
 * @param name what was timed, for headings and pictures
 * @param timesNs the times in nanoseconds
 */
public record PercentileSpectrum(String name, Histogram timesNs) {
    /** The percentiles that are printed; the greatest time comes after them. */
    public static final List<String> PERCENTILES =
            List.of("50", "75", "90", "99", "99.9", "99.99", "99.999", "99.9999");

    static final double NS_PER_MS = 1e6;

    /** Steps in each halving of what is left above a percentile, as other tools write them. */
    private static final int HGRM_STEPS = 5;

    /** The time that so many in a hundred do not pass, in milliseconds; 0 without times. */
    public double atMs(double percentile) {
        return timesNs.getValueAtPercentile(percentile) / NS_PER_MS;
    }

    /** The greatest time in milliseconds; 0 without times. */
    public double maxMs() {
        return timesNs.getMaxValue() / NS_PER_MS;
    }

    /** A line a percentile, in milliseconds. */
    public List<String> lines() {
        return Stream.concat(
                        PERCENTILES.stream()
                                .map(percentile -> line("p" + percentile, atMs(Double.parseDouble(percentile)))),
                        Stream.of(line("max", maxMs())))
                .toList();
    }

    private static String line(String what, double ms) {
        return String.format(Locale.ROOT, "  %-9s %10.3f ms", what, ms);
    }

    /** Writes the percentiles in milliseconds as HdrHistogram's own plotters read them. */
    public void writeHgrm(Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            timesNs.outputPercentileDistribution(out, HGRM_STEPS, NS_PER_MS);
            if (out.checkError()) {
                throw new IOException("the percentiles cannot be written whole: file=" + file);
            }
        }
    }
}
