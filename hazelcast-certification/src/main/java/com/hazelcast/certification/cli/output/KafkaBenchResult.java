package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.KafkaBench;
import com.hazelcast.certification.bench.KafkaBenchRow;
import com.hazelcast.certification.bench.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
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
        table(file)
                .putFigures(List.of(List.of(
                        what(),
                        UNKNOWN,
                        figure(),
                        isAtRate() ? UNKNOWN : perSecond(result.loopPerSecond()),
                        isAtRate() ? UNKNOWN : text("%.2f", share()),
                        known("%.1f", loadBefore < 0 ? Double.NaN : loadBefore),
                        known("%.1f %%", 100 * stolenShare),
                        command(),
                        commit,
                        date.toString(),
                        machine,
                        UNKNOWN)));
    }

    /** The row as one line for people. */
    public String line() {
        return isAtRate()
                ? what() + ": " + figure()
                : text(
                        "%s: %s; empty loop: %s; share: %.2f",
                        what(), figure(), perSecond(result.loopPerSecond()), share());
    }

    /** Adds the row to an array. */
    public void addTo(ArrayNode rows) {
        KafkaBenchRow row = result.row();
        ObjectNode json = rows.addObject()
                .put("row", row.label())
                .put("members", row.members())
                .put("backups", row.backups())
                .put("format", row.isJson() ? "json" : "record")
                .put("commitEveryMs", row.commitEvery().toMillis())
                .put("records", result.records())
                .put("loadBefore", loadBefore < 0 ? null : loadBefore)
                .put("stolenShare", Double.isNaN(stolenShare) ? null : stolenShare);
        if (isAtRate()) {
            json.put("rate", settings.rate());
            addTimes(json.putObject("toCommittedMs"), result.toCommittedNs(), TimeUnit.MILLISECONDS.toNanos(1));
            addTimes(json.putObject("toDecidedMs"), result.toDecidedMs(), 1);
        } else {
            json.put("recordsPerSecond", result.membersPerSecond())
                    .put("emptyLoopPerSecond", result.loopPerSecond())
                    .put("share", share());
        }
    }

    private static void addTimes(ObjectNode json, Histogram times, double unitsPerMs) {
        json.put("p50", times.getValueAtPercentile(P50) / unitsPerMs)
                .put("p99", times.getValueAtPercentile(P99) / unitsPerMs)
                .put("p999", times.getValueAtPercentile(P999) / unitsPerMs)
                .put("max", times.getMaxValue() / unitsPerMs);
    }

    private boolean isAtRate() {
        return result.row().isAtRate();
    }

    private String what() {
        return result.row().describe(settings.rate());
    }

    private double share() {
        return result.membersPerSecond() / result.loopPerSecond();
    }

    private String figure() {
        if (!isAtRate()) {
            return perSecond(result.membersPerSecond());
        }
        Histogram committed = result.toCommittedNs();
        Histogram decided = result.toDecidedMs();
        return text(
                "to the committed verdict p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms; to the answer p50 %d ms, p99 %d ms, p99.9 %d ms",
                ms(committed, P50),
                ms(committed, P99),
                ms(committed, P999),
                decided.getValueAtPercentile(P50),
                decided.getValueAtPercentile(P99),
                decided.getValueAtPercentile(P999));
    }

    private String command() {
        return "`bench kafka --rows " + result.row().label()
                + (isAtRate()
                        ? text(
                                " --rate %d --seconds %d",
                                settings.rate(), settings.time().toSeconds())
                        : text(" --records %d", settings.records()))
                + text(" --cards %d --history %d`", settings.cards(), settings.history());
    }

    private static double ms(Histogram timesNs, double percentile) {
        return timesNs.getValueAtPercentile(percentile) / (double) TimeUnit.MILLISECONDS.toNanos(1);
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
