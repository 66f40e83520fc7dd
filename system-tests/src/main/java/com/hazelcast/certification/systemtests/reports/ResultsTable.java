package com.hazelcast.certification.systemtests.reports;

import com.hazelcast.certification.bench.MarkdownTable;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/**
 * A table of faults in a Markdown file such as {@code TEST_RESULTS.md}: between a comment that begins it and says at which
 * load the faults were fired, and one that ends it. One row for each fault, that of its newest run. What bounds its longest wait, the
 * last cell where the table has such a column, stays as it stands in the file.
 *
 * @param file that holds the table
 * @param load whose table it is: the word in the line that begins it
 */
public record ResultsTable(Path file, String load) {
    private static final String END = "<!-- end of faults -->";
    private static final String BOUND = "| what bounds it |";
    private static final String UNKNOWN = "–";

    /**
     * Looks for the table, before hours of faults are fired for it.
     *
     * @throws IOException when there is none
     */
    public void find() throws IOException {
        table().find();
    }

    /**
     * Puts an outcome into the row of that name, or a new last one, and leaves everything else as it is.
     *
     * @param run what made it
     */
    public void record(String name, Outcome outcome, Run run) throws IOException {
        record(name, outcome.figures(), run);
    }

    /**
     * As {@link #record(String, Outcome, Run)}.
     *
     * @param figures the cells of the outcome, with a bar before and behind each
     */
    public void record(String name, String figures, Run run) throws IOException {
        String row = "| " + name + " | " + run.commit + " " + figures + " `" + run.command + "` | " + run.date + " | "
                + run.machine + " |";
        table().put(name, List.of(row + bound(name)));
    }

    /** The cell of what bounds it, of the row in the place of the new one; nothing where the table has no such column. */
    private String bound(String name) throws IOException {
        if (!table().head().endsWith(BOUND)) {
            return "";
        }
        String known = table().rows(name).stream()
                .findFirst()
                .map(MarkdownTable::lastCell)
                .orElse(UNKNOWN);
        return " " + known + " |";
    }

    /**
     * Under which conditions faults were fired: the cells around an outcome's figures.
     *
     * @param command that does it again
     * @param machine with its JDK
     */
    public record Run(String command, String commit, LocalDate date, String machine) {}

    /** Puts rows in place of all but the table's head. */
    public void replace(List<String> rows) throws IOException {
        table().replace(rows);
    }

    private MarkdownTable table() {
        return new MarkdownTable(file, "<!-- faults: " + load + " -->", END);
    }
}
