package com.hazelcast.certification.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table in a Markdown file such as {@code TEST_RESULTS.md}, between a comment that begins it and one that ends it. Each row is
 * known by its first cell. Reads and writes the file at each call.
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
     * The row with that first cell.
     *
     * @throws IOException when there is no such table, or the file cannot be read
     */
    public Optional<String> row(String first) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int at = indexOf(first, lines);
        return at < end(lines) ? Optional.of(lines.get(at)) : Optional.empty();
    }

    /** Puts a row in the place of the one with that first cell, or behind the last one, and leaves everything else as it is. */
    public void put(String first, String row) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        int at = indexOf(first, lines);
        if (at < end(lines)) {
            lines.set(at, row);
        } else {
            lines.add(at, row);
        }
        Files.write(file, lines);
    }

    /** Puts rows in place of all but the table's head. */
    public void replace(List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        List<String> body = lines.subList(lines.indexOf(begin) + 1 + HEAD_LINES, end(lines));
        body.clear();
        body.addAll(rows);
        Files.write(file, lines);
    }

    /** Where the row with that first cell stands; the table's end when there is none. */
    private int indexOf(String first, List<String> lines) throws IOException {
        int last = end(lines);
        int at = lines.indexOf(begin);
        while (at < last && !lines.get(at).startsWith("| " + first + " |")) {
            at++;
        }
        return at;
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
