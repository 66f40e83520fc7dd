package com.hazelcast.certification.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A table in a Markdown file such as {@code TEST_RESULTS.md}, between a comment that begins it and one that ends it. Rows are
 * known by their first cell. Reads and writes the file at each call.
 *
 * @param file that holds the table
 * @param begin the line before the table's head
 * @param end the line behind its last row
 */
public record MarkdownTable(Path file, String begin, String end) {
    private static final int HEAD_LINES = 2;

    /**
     * Looks for the table, before hours are spent on what it is to hold.
     *
     * @throws IOException when there is none
     */
    public void find() throws IOException {
        end(Files.readAllLines(file));
    }

    /**
     * The rows with that first cell.
     *
     * @throws IOException when there is no such table, or the file cannot be read
     */
    public List<String> rows(String first) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return body(lines).stream().filter(line -> isOf(first, line)).toList();
    }

    /**
     * Puts rows in the place of those with that first cell, or behind the last one where there is none, and leaves everything else
     * as it is.
     */
    public void put(String first, List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        List<String> body = body(lines);
        int at = 0;
        while (at < body.size() && !isOf(first, body.get(at))) {
            at++;
        }
        body.removeIf(line -> isOf(first, line));
        body.addAll(at, rows);
        Files.write(file, lines);
    }

    /**
     * As {@link #put}, of rows given by their cells. What a row requires and what bounds it, its second and its last cell, stay as
     * they stand in the file; each row keeps those of the row in its place.
     *
     * @throws IOException when a row in the file has another number of cells
     */
    public void putFigures(List<List<String>> rows) throws IOException {
        putFigures(rows, bound -> true);
    }

    /**
     * As {@link #putFigures(List)}.
     *
     * @param isKept whether a last cell of the file stays; one that the run before has written itself goes with its figures
     */
    public void putFigures(List<List<String>> rows, Predicate<String> isKept) throws IOException {
        String first = rows.get(0).get(0);
        List<String> before = rows(first);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            List<String> cells = new ArrayList<>(rows.get(i));
            if (i < before.size()) {
                keep(cells, before.get(i), isKept);
            }
            lines.add(line(cells));
        }
        put(first, lines);
    }

    private static void keep(List<String> cells, String before, Predicate<String> isKept) throws IOException {
        String[] old = before.split(" \\| | \\|$|^\\| ", -1);
        // What stands before the first bar and behind the last one is empty.
        if (old.length != cells.size() + 2) {
            throw new IOException("the row must have " + cells.size() + " cells: " + before);
        }
        cells.set(1, old[2]);
        if (isKept.test(old[cells.size()])) {
            cells.set(cells.size() - 1, old[cells.size()]);
        }
    }

    /**
     * The names of the columns, as they stand in the file.
     *
     * @throws IOException when there is no such table, or the file cannot be read
     */
    public String head() throws IOException {
        List<String> lines = Files.readAllLines(file);
        return lines.subList(lines.indexOf(begin) + 1, end(lines)).get(0);
    }

    /** The last cell of a row. */
    public static String lastCell(String row) {
        String cells = row.substring(0, row.lastIndexOf(" |"));
        return cells.substring(cells.lastIndexOf("| ") + 2);
    }

    /** The row with those cells. */
    public static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /** Puts rows in place of all but the table's head. */
    public void replace(List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        List<String> body = body(lines);
        body.clear();
        body.addAll(rows);
        Files.write(file, lines);
    }

    private static boolean isOf(String first, String line) {
        return line.startsWith("| " + first + " |");
    }

    /** A view of all but the table's head. */
    private List<String> body(List<String> lines) throws IOException {
        int end = end(lines);
        return lines.subList(lines.indexOf(begin) + 1 + HEAD_LINES, end);
    }

    private int end(List<String> lines) throws IOException {
        int first = lines.indexOf(begin);
        int rows = first < 0 ? -1 : lines.subList(first, lines.size()).indexOf(end);
        if (rows < 0) {
            throw new IOException("there is no table between '" + begin + "' and '" + end + "': file=" + file);
        }
        return first + rows;
    }
}
