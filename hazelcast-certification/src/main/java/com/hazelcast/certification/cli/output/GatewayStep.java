package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.PercentileSpectrum;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What {@code bench gateway} has found with one number of connections.
 *
 * @param connections that were asked for
 */
public record GatewayStep(int connections, GatewayBench.Result result) {
    /** The names of a {@link #csv} line. */
    public static final String CSV_HEAD =
            "connections,connected,lost,lost by kind,batches due,batches sent,batches held back,batches answered,"
                    + "records rejected,records per second," + timesHead("tcp") + "," + timesHead("hello") + ","
                    + timesHead("send delay") + ","
                    + timesHead("answer") + ",own cores,own bound";

    /** Whether nothing failed. */
    public boolean isGood() {
        return result.isGood() && result.connected() == connections;
    }

    /** Its figures, without settings. */
    public ObjectNode json() {
        return BenchJson.of(result, isGood());
    }

    /** The times of its answers. */
    public PercentileSpectrum spectrum() {
        return new PercentileSpectrum(String.format(Locale.ROOT, "%,d connections", connections), result.answerNs());
    }

    /** A line of its figures; times in milliseconds. */
    public String csv() {
        String kinds = result.lostByKind().entrySet().stream()
                .map(GatewayStep::text)
                .collect(Collectors.joining("; ", "\"", "\""));
        return Stream.of(
                        Stream.of(connections, result.connected(), result.lost(), kinds, result.due(), result.sent()),
                        Stream.of(
                                result.heldBack(),
                                result.answered(),
                                result.rejectedRecords(),
                                String.format(Locale.ROOT, "%.0f", result.recordsPerSecond())),
                        times(result.tcpNs()),
                        times(result.helloNs()),
                        times(result.driver().lateNs()),
                        times(result.answerNs()),
                        Stream.of(
                                String.format(
                                        Locale.ROOT, "%.2f", result.driver().cores()),
                                "\"" + result.driver().bound() + "\""))
                .flatMap(part -> part)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    private static String text(Map.Entry<String, Long> kind) {
        return kind.getKey() + " " + kind.getValue();
    }

    private static String timesHead(String what) {
        return Stream.of("p50", "p99", "p99.9", "max")
                .map(percentile -> what + " " + percentile + " ms")
                .collect(Collectors.joining(","));
    }

    private static Stream<String> times(Histogram ns) {
        if (ns.getTotalCount() == 0) {
            return Stream.of("", "", "", "");
        }
        PercentileSpectrum spectrum = new PercentileSpectrum("", ns);
        return Stream.of(spectrum.atMs(50), spectrum.atMs(99), spectrum.atMs(99.9), spectrum.maxMs())
                .map(ms -> String.format(Locale.ROOT, "%.3f", ms));
    }
}
