package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.systemtests.FaultRun.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of faults in a Markdown file such as {@code TEST_RESULTS.md}: between a comment that begins it and says at which
 * load the faults were fired, and one that ends it. One row for each fault, that of its newest run.
 *
 * @param file that holds the table
 * @param load whose table it is: the word in the line that begins it
 */
record ResultsTable(Path file, String load) {
    private static final String END = "<!-- end of faults -->";
    private static final int HEAD_LINES = 2;

    /**
     * Looks for the table, before hours of faults are fired for it.
     *
     * @throws IOException when there is none
     */
    void find() throws IOException {
        end(Files.readAllLines(file));
    }

    /** Puts an outcome into its fault's row, or a new last one, and leaves everything else as it is. */
    void record(Outcome outcome, String commit) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        int end = end(lines);
        String start = "| " + outcome.fault() + " |";
        String row = start + " " + commit + " " + outcome.figures();
        int at = lines.indexOf(begin());
        while (at < end && !lines.get(at).startsWith(start)) {
            at++;
        }
        if (at < end) {
            lines.set(at, row);
        } else {
            lines.add(end, row);
        }
        Files.write(file, lines);
    }

    /** Puts rows in place of all but the table's head. */
    void replace(List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        List<String> body = lines.subList(lines.indexOf(begin()) + 1 + HEAD_LINES, end(lines));
        body.clear();
        body.addAll(rows);
        Files.write(file, lines);
    }

    private String begin() {
        return "<!-- faults: " + load + " -->";
    }

    private int end(List<String> lines) throws IOException {
        int begin = lines.indexOf(begin());
        int rows = begin < 0 ? -1 : lines.subList(begin, lines.size()).indexOf(END);
        if (rows < 0) {
            throw new IOException("there is no table between '" + begin() + "' and '" + END + "': file=" + file);
        }
        return begin + rows;
    }
}
