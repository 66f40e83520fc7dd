package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.MarkdownTable;
import com.hazelcast.certification.bench.kafka.KafkaBench;
import com.hazelcast.certification.bench.kafka.KafkaBenchFigures;
import com.hazelcast.certification.bench.kafka.KafkaBenchFigures.AllVerdicts;
import com.hazelcast.certification.bench.kafka.KafkaBenchFigures.CatchingUp;
import com.hazelcast.certification.bench.kafka.KafkaBenchFigures.Throughput;
import com.hazelcast.certification.bench.kafka.KafkaBenchFigures.Times;
import com.hazelcast.certification.bench.kafka.KafkaBenchRow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * A row of {@code bench kafka}, as text, as JSON and in a table such as that of {@code TEST_RESULTS.md}. Immutable.
 *
 * @param settings it was made with
 * @param result what was found
 * @param loadBefore processes that wanted a processor in the minute before the start; negative: unknown
 * @param stolenShare of the processors' time, taken by the machine's host; NaN: unknown
 */
public record KafkaBenchResult(
        KafkaBench.Settings settings, KafkaBench.Result result, double loadBefore, double stolenShare) {
    private static final String UNKNOWN = "–";
    private static final double NS_PER_MS = 1e6;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    /**
     * Looks for the table, before minutes are spent on its rows.
     *
     * @throws IOException when there is none
     */
    public static void requireTable(Path file) throws IOException {
        table(file).find();
    }

    private static MarkdownTable table(Path file) {
        return new MarkdownTable(file, "<!-- bench: kafka -->", "<!-- end of bench -->");
    }

    /**
     * Puts the row in its place in the table.
     *
     * @param machine with its JDK
     */
    public void write(Path file, String commit, LocalDate date, String machine) throws IOException {
        Optional<Throughput> full = throughput();
        table(file)
                .putFigures(List.of(List.of(
                        what(),
                        required(),
                        figure() + (driverBound().isEmpty() ? "" : "; bounded by the driver"),
                        full.map(figures -> perSecond(figures.loopPerSecond())).orElse(UNKNOWN),
                        full.map(figures -> text("%.2f", share(figures))).orElse(UNKNOWN),
                        known("%.1f", loadBefore < 0 ? Double.NaN : loadBefore),
                        known("%.1f %%", 100 * stolenShare),
                        "`" + result.row().command(settings) + "`",
                        commit,
                        date.toString(),
                        machine,
                        UNKNOWN)));
    }

    /** Of a row that the table does not have yet. */
    private String required() {
        return result.row().kind() == KafkaBenchRow.Kind.CATCHING_UP ? "the gateway's p99.9 10 ms" : UNKNOWN;
    }

    private Optional<Throughput> throughput() {
        return result.figures() instanceof Throughput full ? Optional.of(full) : Optional.empty();
    }

    /** The row as one line for people. */
    public String line() {
        return what() + ": " + figure()
                + throughput()
                        .map(full ->
                                text("; empty loop: %s; share: %.2f", perSecond(full.loopPerSecond()), share(full)))
                        .orElse("")
                + (driverBound().isEmpty() ? "" : "; bounded by the driver: " + driverBound());
    }

    private String driverBound() {
        return result.figures().driverBound();
    }

    /** Adds the row to an array. */
    public void addTo(ArrayNode rows) {
        KafkaBenchRow row = result.row();
        ObjectNode json = rows.addObject()
                .put("row", row.label())
                .put("members", row.members())
                .put("backups", row.backups())
                .put("format", row.formLabel())
                .put("commitEveryMs", row.commitEvery().toMillis())
                .put("records", result.records())
                .put("clockSpeed", settings.clockSpeed())
                .put("loadBefore", loadBefore < 0 ? null : loadBefore)
                .put("stolenShare", Double.isNaN(stolenShare) ? null : stolenShare)
                .put("driverBound", driverBound());
        if (result.figures() instanceof Throughput full) {
            json.put("recordsPerSecond", full.membersPerSecond())
                    .put("emptyLoopPerSecond", full.loopPerSecond())
                    .put("share", share(full));
        } else if (result.figures() instanceof Times times) {
            json.put("rate", settings.rate());
            addTimes(json.putObject("toCommittedMs"), times.toCommittedNs(), NS_PER_MS);
            addTimes(json.putObject("toDecidedMs"), times.toDecidedMs(), 1);
            addTimes(json.putObject("appendToDecidedMs"), times.appendToDecidedMs(), 1);
        } else if (result.figures() instanceof CatchingUp up) {
            json.put("rateMax", settings.rateMax())
                    .put("gatewayRate", settings.gatewayRate())
                    .put("recordsPerSecond", up.perSecond())
                    .put("gatewayTps", up.during().recordsPerSecond());
            addTimes(json.putObject("gatewayMs"), up.during().answerNs(), NS_PER_MS);
            addTimes(json.putObject("gatewayAloneMs"), up.alone().answerNs(), NS_PER_MS);
        } else if (result.figures() instanceof AllVerdicts all) {
            json.put("gatewayRate", settings.gatewayRate())
                    .put("cpuUsWithout", median(all.without(), KafkaBenchFigures.Run::cpuUs))
                    .put("cpuUsWith", median(all.with(), KafkaBenchFigures.Run::cpuUs))
                    .put("gatewayP99MsWithout", median(all.without(), KafkaBenchResult::p99Ms))
                    .put("gatewayP99MsWith", median(all.with(), KafkaBenchResult::p99Ms));
            addTimes(json.putObject("toTopicMs"), all.toTopicMs(), 1);
        }
    }

    private static void addTimes(ObjectNode json, Histogram times, double unitsPerMs) {
        json.put("p50", times.getValueAtPercentile(P50) / unitsPerMs)
                .put("p99", times.getValueAtPercentile(P99) / unitsPerMs)
                .put("p999", times.getValueAtPercentile(P999) / unitsPerMs)
                .put("max", times.getMaxValue() / unitsPerMs);
    }

    private String what() {
        return result.row().describe(settings);
    }

    private static double share(Throughput full) {
        return full.membersPerSecond() / full.loopPerSecond();
    }

    private String figure() {
        if (result.figures() instanceof Throughput full) {
            return perSecond(full.membersPerSecond());
        }
        if (result.figures() instanceof Times times) {
            return "to the committed verdict " + percentiles(times.toCommittedNs(), NS_PER_MS, "%.1f")
                    + "; to the answer " + percentiles(times.toDecidedMs(), 1, "%.0f")
                    + ", from its append " + percentiles(times.appendToDecidedMs(), 1, "%.0f");
        }
        if (result.figures() instanceof CatchingUp up) {
            return perSecond(up.perSecond())
                    + text(
                            " caught up; the gateway took %,.0f TPS, ",
                            up.during().recordsPerSecond())
                    + percentiles(up.during().answerNs(), NS_PER_MS, "%.1f") + "; afterwards alone "
                    + percentiles(up.alone().answerNs(), NS_PER_MS, "%.1f");
        }
        if (result.figures() instanceof AllVerdicts all) {
            return text(
                            "the member's processor %.1f µs a transaction with, %.1f without; gateway p99 %.1f ms with, %.1f without; medians of %d; decision to topic ",
                            median(all.with(), KafkaBenchFigures.Run::cpuUs),
                            median(all.without(), KafkaBenchFigures.Run::cpuUs),
                            median(all.with(), KafkaBenchResult::p99Ms),
                            median(all.without(), KafkaBenchResult::p99Ms),
                            all.with().size())
                    + percentiles(all.toTopicMs(), 1, "%.0f");
        }
        throw new IllegalStateException("figures of no kind: " + result.figures());
    }

    private static double p99Ms(KafkaBenchFigures.Run run) {
        return run.gateway().answerNs().getValueAtPercentile(P99) / NS_PER_MS;
    }

    /** Of an odd number. */
    private static double median(List<KafkaBenchFigures.Run> runs, ToDoubleFunction<KafkaBenchFigures.Run> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static String percentiles(Histogram times, double unitsPerMs, String format) {
        return text(
                "p50 " + format + ", p99 " + format + ", p99.9 " + format + " ms",
                times.getValueAtPercentile(P50) / unitsPerMs,
                times.getValueAtPercentile(P99) / unitsPerMs,
                times.getValueAtPercentile(P999) / unitsPerMs);
    }

    private static String perSecond(double value) {
        return text("%,.0f records/s", value);
    }

    private static String known(String format, double value) {
        return Double.isNaN(value) ? UNKNOWN : text(format, value);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
