package com.hazelcast.certification.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.bench.MarkdownTable;
import com.hazelcast.certification.bench.StolenTime;
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
 * it, its second and its last cell, stay as they stand in the file; of rows with one first cell, each keeps those of the row in its
 * place. A row that cannot be made does not stop those behind it. Used by one thread.
 */
public final class ResultRun {
    private static final String END = "<!-- end of bench -->";
    private static final String UNKNOWN = "–";

    private final Optional<Path> file;
    private final Bench bench;
    private final Clock clock;
    private final PrintWriter out;
    private final Map<List<String>, List<Measured>> done = new HashMap<>();
    private final Map<List<String>, String> failed = new HashMap<>();
    private final List<Made> made = new ArrayList<>();

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
     * A row that was made; several of one row where a bench has steps.
     *
     * @param figures the cells between what is required and the conditions
     * @param stolenShare the most of all runs; NaN where it is not known
     */
    public record Made(ResultRow row, List<String> figures, double stolenShare) {
        public Made {
            figures = List.copyOf(figures);
        }
    }

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

    /**
     * Makes these rows, those of a command one behind the other. Returns those that could not be made; each has been printed as well.
     *
     * @throws IOException when the file lacks a table; then nothing has run
     */
    public List<ResultFailure> make(List<ResultRow> rows) throws IOException, InterruptedException {
        if (file.isPresent()) {
            for (String table : rows.stream().map(ResultRow::table).collect(Collectors.toCollection(TreeSet::new))) {
                table(file.get(), table).find();
            }
        }
        List<ResultFailure> failures = new ArrayList<>();
        for (ResultRow row : rows) {
            try {
                make(row);
            } catch (IOException | RuntimeException e) {
                ResultFailure failure = ResultFailure.of(row.table(), row.what(), row.commandLine(), e);
                failures.add(failure);
                out.println(failure.line());
                out.flush();
            }
        }
        return failures;
    }

    /** The rows that were made, in their order. */
    public List<Made> made() {
        return List.copyOf(made);
    }

    private void make(ResultRow row) throws IOException, InterruptedException {
        List<Measured> runs = runs(row);
        List<List<String>> figures =
                row.figure().rows(runs.stream().map(Measured::result).toList());
        List<List<String>> rows = rows(row, runs, figures);
        if (file.isPresent()) {
            table(file.get(), row.table()).putFigures(rows);
        }
        figures.forEach(cells -> made.add(new Made(row, cells, stolenShare(runs))));
        rows.forEach(cells -> out.println(MarkdownTable.line(cells)));
        out.flush();
    }

    /** A command that has failed is not run again for its other rows: it may take an hour until it fails. */
    private List<Measured> runs(ResultRow row) throws IOException, InterruptedException {
        String before = failed.get(row.command());
        if (before != null) {
            throw new IOException(before);
        }
        List<Measured> runs = done.computeIfAbsent(row.command(), command -> new ArrayList<>());
        try {
            while (runs.size() < row.runs()) {
                StolenTime stolen = StolenTime.start();
                JsonNode result = bench.run(row.command());
                runs.add(new Measured(result, stolen.share()));
            }
        } catch (IOException | RuntimeException e) {
            failed.put(row.command(), ResultFailure.reason(e));
            throw e;
        }
        return runs;
    }

    private static MarkdownTable table(Path file, String name) {
        return new MarkdownTable(file, "<!-- bench: " + name + " -->", END);
    }

    private List<List<String>> rows(ResultRow row, List<Measured> runs, List<List<String>> figures) {
        JsonNode conditions = runs.get(0).result.path("conditions");
        List<List<String>> rows = new ArrayList<>();
        for (List<String> ofRow : figures) {
            List<String> cells = new ArrayList<>(List.of(row.what(), UNKNOWN));
            cells.addAll(ofRow);
            cells.addAll(List.of(
                    stolen(runs),
                    "`" + row.commandLine() + "`",
                    conditions.path("commit").asText(UNKNOWN),
                    LocalDate.now(clock).toString(),
                    machine(conditions),
                    UNKNOWN));
            rows.add(cells);
        }
        return rows;
    }

    /** The most of all runs, from start to end, loading and warm-up included. */
    private static double stolenShare(List<Measured> runs) {
        return Collections.max(runs.stream().map(Measured::stolenShare).toList());
    }

    private static String stolen(List<Measured> runs) {
        double most = stolenShare(runs);
        return Double.isNaN(most) ? UNKNOWN : String.format(Locale.ROOT, "%.1f %%", 100 * most);
    }

    private static String machine(JsonNode conditions) {
        return String.format(
                Locale.ROOT,
                "%s, %s %s, %d cores, %d GiB, JDK %s",
                conditions.path("processor").asText(),
                conditions.path("osName").asText(),
                conditions.path("architecture").asText(),
                conditions.path("cores").asInt(),
                conditions.path("memoryGib").asInt(),
                conditions.path("jdk").asText());
    }
}
