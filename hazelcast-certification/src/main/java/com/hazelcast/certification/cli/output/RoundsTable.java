package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.MarkdownTable;
import com.hazelcast.certification.bench.rounds.RoundsBench;
import com.hazelcast.certification.bench.rounds.RoundsBench.Result;
import com.hazelcast.certification.cli.options.MemorySize;
import com.hazelcast.certification.metrics.BuildVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/** The ways of {@code bench rounds}, as text, as JSON and in a table such as that of {@code TEST_RESULTS.md}. Stateless. */
public final class RoundsTable {
    private static final String UNKNOWN = "–";

    private RoundsTable() {}

    /**
     * Looks for the table, before minutes are spent on its rows.
     *
     * @throws IOException when there is none
     */
    public static void requireTable(Path file) throws IOException {
        table(file).find();
    }

    private static MarkdownTable table(Path file) {
        return new MarkdownTable(file, "<!-- bench: rounds -->", "<!-- end of bench -->");
    }

    /** The newest of these results as a line for people, beside the one before. */
    public static String line(List<Result> found) {
        Result newest = found.get(found.size() - 1);
        return String.format(
                Locale.ROOT,
                "%s: %,.0f TPS%s; %,.0f calls a second, %.1f transactions each%s",
                newest.way().text(),
                newest.tps(),
                found.size() == 1 ? "" : ", " + step(found, found.size() - 1) + " the way before",
                newest.callsPerSecond(),
                newest.transactionsPerCall(),
                newest.driver().bound().isEmpty()
                        ? ""
                        : "; bounded by the driver: " + newest.driver().bound());
    }

    private static String step(List<Result> found, int index) {
        return index == 0
                ? UNKNOWN
                : String.format(
                        Locale.ROOT,
                        "%.2f ×",
                        found.get(index).tps() / found.get(index - 1).tps());
    }

    /** Puts the rows into the table; what is published and what bounds a row stay as they stand there. */
    public static void write(Path file, List<Result> found, RoundsBench.Settings settings) throws IOException {
        for (int i = 0; i < found.size(); i++) {
            Result result = found.get(i);
            table(file)
                    .putFigures(List.of(List.of(
                            result.way().text(),
                            UNKNOWN,
                            String.format(Locale.ROOT, "%,.0f TPS", result.tps())
                                    + (result.driver().bound().isEmpty() ? "" : ", bounded by the driver"),
                            step(found, i),
                            String.format(Locale.ROOT, "%,.0f", result.callsPerSecond()),
                            String.format(Locale.ROOT, "%.1f", result.transactionsPerCall()),
                            Double.isNaN(result.stolenShare())
                                    ? UNKNOWN
                                    : String.format(Locale.ROOT, "%.1f %%", 100 * result.stolenShare()),
                            command(settings),
                            BuildVersion.read().commit(),
                            LocalDate.now(Clock.systemUTC()).toString(),
                            RunConditions.machine(),
                            UNKNOWN)));
        }
    }

    private static String command(RoundsBench.Settings settings) {
        return "`bench rounds --cards " + settings.cards() + " --history " + settings.history() + " --members "
                + settings.members() + " --backups " + settings.backups() + "`";
    }

    /** The results and the settings, without their conditions. */
    public static ObjectNode json(List<Result> found, RoundsBench.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode ways = json.putArray("ways");
        for (Result result : found) {
            ObjectNode way = ways.addObject()
                    .put("way", result.way().label())
                    .put("product", result.way().isProduct())
                    .put("tps", result.tps())
                    .put("callsPerSecond", result.callsPerSecond())
                    .put("stolenShare", Double.isNaN(result.stolenShare()) ? null : result.stolenShare());
            BenchJson.addDriver(way, result.driver());
        }
        json.putObject("settings")
                .put("cards", settings.cards())
                .put("history", settings.history())
                .put("members", settings.members())
                .put("backups", settings.backups())
                .put("shards", settings.shards())
                .put("callers", settings.callers())
                .put("readers", settings.readers())
                .put("window", settings.window())
                .put("memberHeapBytes", MemorySize.parse("member-heap", settings.memberHeap()))
                .put("memberNativeBytes", MemorySize.parse("member-native", settings.memberNative()))
                .put("warmUpMs", settings.warmUp().toMillis())
                .put("durationMs", settings.duration().toMillis());
        return json;
    }
}
