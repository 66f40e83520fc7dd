package com.hazelcast.certification.bench;

import com.hazelcast.certification.bench.ScaleOutLoads.Load;
import com.hazelcast.certification.plan.MeasuredCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The rows of {@code bench scale-out} as text: a file of them, and the table of {@code TEST_RESULTS.md}. Stateless. */
public final class ScaleOutRows {
    private static final String BEGIN = "<!-- bench: scale-out -->";
    private static final String END = "<!-- end of bench -->";
    private static final double US_PER_SECOND = 1e6;
    private static final String UNKNOWN = "–";
    private static final String NOT_MEASURED = "not measured yet";

    /** Cells of a row between what was offered and the command, without what is required. */
    private static final int FIGURES = 9;

    /** Behind the command. */
    private static final int CONDITIONS = 3;

    private ScaleOutRows() {}

    /** Puts a row into such a file, in the place of an older one of the same load. The file need not be there. */
    public static void put(Path file, MeasuredCost row) throws IOException {
        List<String> before = Files.exists(file) ? Files.readAllLines(file) : List.of();
        List<MeasuredCost> rows = new ArrayList<>(MeasuredCost.parse(before));
        rows.removeIf(row::isOfSameLoad);
        rows.add(row);
        rows.sort(Comparator.comparing(Load::of));
        List<String> lines = new ArrayList<>(
                before.stream().filter(line -> line.startsWith("#")).toList());
        lines.add(MeasuredCost.HEAD);
        rows.forEach(each -> lines.add(each.line()));
        Files.write(file, lines);
    }

    /** Looks for the table, before hours are spent on what it is to hold. */
    public static void requireTable(Path results) throws IOException {
        new MarkdownTable(results, BEGIN, END).find();
    }

    /** Replaces the rows of the table by those of such a file, and by one for each load of the table that is not among them. */
    public static void write(Path results, List<MeasuredCost> rows) throws IOException {
        new MarkdownTable(results, BEGIN, END).replace(lines(rows));
    }

    /** The rows of the table. */
    static List<String> lines(List<MeasuredCost> rows) {
        Map<Load, List<String>> cells = new TreeMap<>();
        ScaleOutLoads.all().forEach(load -> cells.put(load, notMeasured(load)));
        rows.forEach(row -> cells.put(Load.of(row), cells(row)));
        return cells.values().stream().map(MarkdownTable::line).toList();
    }

    private static List<String> notMeasured(Load load) {
        List<String> cells = new ArrayList<>(beginning(load));
        cells.add(NOT_MEASURED);
        cells.addAll(Collections.nCopies(FIGURES - 1, UNKNOWN));
        cells.add("`" + load.command() + "`");
        cells.addAll(Collections.nCopies(CONDITIONS, UNKNOWN));
        return cells;
    }

    private static List<String> beginning(Load load) {
        return List.of(
                Integer.toString(load.members()),
                Integer.toString(load.shards()),
                Integer.toString(load.backups()),
                text("%,d", load.offeredTps()),
                load.required());
    }

    /** What a row of the table has in its cells. */
    static List<String> cells(MeasuredCost row) {
        Load load = Load.of(row);
        List<String> cells = new ArrayList<>(beginning(load));
        cells.addAll(List.of(
                (row.hasKeptUp() ? text("%,.0f", row.tps()) : text("**%,.0f**", row.tps()))
                        + (row.isDriverBound() ? "; bounded by the driver" : ""),
                text("%.2f", row.cpuUs()),
                text("%.2f", row.cpuUs() * row.tps() / US_PER_SECOND),
                text("%,.0f", row.batchesPerSecond()),
                text("%.1f", 1 / row.batchesPerTransaction()),
                known("%.2f", row.p50Ms()),
                known("%.1f", row.p99Ms()),
                known("%.1f", row.p999Ms()),
                known("%.1f %%", 100 * row.stolenShare()),
                "`" + load.command() + "`",
                row.commit(),
                row.date(),
                row.machine()));
        return cells;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String known(String format, double value) {
        return Double.isNaN(value) ? UNKNOWN : text(format, value);
    }

    /** The row as one line for people. */
    public static String line(MeasuredCost row) {
        return text(
                "%7d %7d %8d %,11d %,11.0f %9.2f %6.2f %,11.0f %9.2f %9.1f %9.1f%s",
                row.members(),
                row.shards(),
                row.backups(),
                row.offeredTps(),
                row.tps(),
                row.cpuUs(),
                row.cpuUs() * row.tps() / US_PER_SECOND,
                row.batchesPerSecond(),
                row.p50Ms(),
                row.p99Ms(),
                row.p999Ms(),
                row.hasKeptUp() ? "" : "  overloaded");
    }

    /** What stands above such lines. */
    public static String head() {
        return text(
                "%7s %7s %8s %11s %11s %9s %6s %11s %9s %9s %9s",
                "members",
                "shards",
                "backups",
                "offered",
                "answered",
                "us a tx",
                "cores",
                "calls/s",
                "p50 ms",
                "p99 ms",
                "p99.9 ms");
    }
}
