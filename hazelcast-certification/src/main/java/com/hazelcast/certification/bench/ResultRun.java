package com.hazelcast.certification.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Makes rows of {@code TEST_RESULTS.md}: runs the bench of each, so often as the row asks, and writes the row when its last run has
 * ended, so that a run that is broken off keeps what it has. Rows of one command share its runs. What a row requires and what bounds
 * it, its second and its last cell, stay as they stand in the file. Used by one thread.
 */
public final class ResultRun {
    private static final String END = "<!-- end of bench -->";
    private static final String UNKNOWN = "–";
    private static final int CELLS = 9;

    private final Optional<Path> file;
    private final Bench bench;
    private final Clock clock;
    private final PrintWriter out;
    private final Map<List<String>, List<Measured>> done = new HashMap<>();

    /** Runs a bench. */
    @FunctionalInterface
    public interface Bench {
        /**
         * The JSON that a command of {@code ./fraud} prints.
         *
         * @throws IOException when it cannot be run, or ends with another status than 0
         */
        JsonNode run(List<String> arguments) throws IOException, InterruptedException;
    }

    private record Measured(JsonNode result, double stolenShare) {}

    /**
     * A run.
     *
     * @param file whose tables get the rows; empty: they are printed and written nowhere
     * @param out gets each row
     */
    public ResultRun(Optional<Path> file, Bench bench, Clock clock, PrintWriter out) {
        this.file = file;
        this.bench = bench;
        this.clock = clock;
        this.out = out;
    }

    /** Makes these rows, those of a command one behind the other. */
    public void make(List<ResultRow> rows) throws IOException, InterruptedException {
        if (file.isPresent()) {
            for (String table : rows.stream().map(ResultRow::table).collect(Collectors.toCollection(TreeSet::new))) {
                table(file.get(), table).find();
            }
        }
        for (ResultRow row : rows) {
            make(row);
        }
    }

    private void make(ResultRow row) throws IOException, InterruptedException {
        List<Measured> runs = done.computeIfAbsent(row.command(), command -> new ArrayList<>());
        while (runs.size() < row.runs()) {
            StolenTime stolen = StolenTime.start();
            JsonNode result = bench.run(row.command());
            runs.add(new Measured(result, stolen.share()));
        }
        List<String> cells = cells(row, runs);
        if (file.isPresent()) {
            MarkdownTable table = table(file.get(), row.table());
            keep(cells, table.row(row.what()));
            table.put(row.what(), line(cells));
        }
        out.println(line(cells));
        out.flush();
    }

    static MarkdownTable table(Path file, String name) {
        return new MarkdownTable(file, "<!-- bench: " + name + " -->", END);
    }

    private List<String> cells(ResultRow row, List<Measured> runs) {
        JsonNode conditions = runs.get(0).result.path("conditions");
        return new ArrayList<>(List.of(
                row.what(),
                UNKNOWN,
                row.figure().text(runs.stream().map(Measured::result).toList()),
                stolen(runs),
                "`" + row.commandLine() + "`",
                conditions.path("commit").asText(UNKNOWN),
                LocalDate.now(clock).toString(),
                machine(conditions),
                UNKNOWN));
    }

    /** The most of all runs, from start to end, loading and warm-up included. */
    private static String stolen(List<Measured> runs) {
        double most = Collections.max(runs.stream().map(Measured::stolenShare).toList());
        return Double.isNaN(most) ? UNKNOWN : String.format(Locale.ROOT, "%.1f %%", 100 * most);
    }

    private static String machine(JsonNode conditions) {
        return String.format(
                Locale.ROOT,
                "%s %s, %d cores, %d GiB, JDK %s",
                conditions.path("osName").asText(),
                conditions.path("architecture").asText(),
                conditions.path("cores").asInt(),
                conditions.path("memoryGib").asInt(),
                conditions.path("jdk").asText());
    }

    private static void keep(List<String> cells, Optional<String> before) throws IOException {
        if (before.isPresent()) {
            String[] old = before.get().split(" \\| | \\|$|^\\| ", -1);
            // What stands before the first bar and behind the last one is empty.
            if (old.length != CELLS + 2) {
                throw new IOException("the row must have " + CELLS + " cells: " + before.get());
            }
            cells.set(1, old[2]);
            cells.set(CELLS - 1, old[CELLS]);
        }
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
