package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.metrics.AnswerLatency;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Quantiles of the time from arrival to verdict over the last seconds, in milliseconds; all null: nothing was answered. */
public record LatencyFigures(
        @Nullable Double p50,
        @Nullable Double p99,
        @Nullable Double p999,
        @Nullable Double max) {
    /** Nothing was answered. */
    public static final LatencyFigures NONE = new LatencyFigures(null, null, null, null);

    private static final double NS_PER_MS = 1e6;
    private static final long HIGHEST_NS = AnswerLatency.HIGHEST_NS;

    /** A histogram of nanoseconds as it travels between members. */
    static String encode(Histogram times) {
        ByteBuffer bytes = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        int sizeBytes = times.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), sizeBytes));
    }

    /** Of all members' histograms together. */
    static LatencyFigures of(List<String> encoded) {
        Histogram sum = new Histogram(HIGHEST_NS, 2);
        for (String one : encoded) {
            sum.add(decode(one));
        }
        return sum.getTotalCount() == 0
                ? NONE
                : new LatencyFigures(
                        ms(sum.getValueAtPercentile(50)),
                        ms(sum.getValueAtPercentile(99)),
                        ms(sum.getValueAtPercentile(99.9)),
                        ms(sum.getMaxValue()));
    }

    /** Of quantiles in nanoseconds; 0 as the greatest says that nothing was answered. */
    static LatencyFigures ofNs(long p50, long p99, long p999, long max) {
        return max == 0 ? NONE : new LatencyFigures(ms(p50), ms(p99), ms(p999), ms(max));
    }

    private static Histogram decode(String encoded) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), HIGHEST_NS);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram; run one version of the product in a cluster", e);
        }
    }

    private static double ms(long ns) {
        return Rounded.thousandth(ns / NS_PER_MS);
    }
}
