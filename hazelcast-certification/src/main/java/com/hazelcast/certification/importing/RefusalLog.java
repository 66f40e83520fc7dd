package com.hazelcast.certification.importing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.mapping.FieldProblem;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows that cannot be used: each has a line in a file, and is counted under its reason. Card numbers are masked. Thread-safe. The
 * file has so many lines at most: nobody knows how many rows a file of CSV has, so an import stops only at its end when too many were
 * refused. What comes then is counted, and the last line has the number.
 */
public final class RefusalLog implements AutoCloseable {
    static final String HEADING = "source,row,reason,field,value,problem";

    /** Lines of a file: some 200 MB. */
    public static final long LINES_MAX = 1_000_000;

    /** The reason of the line with the number of those that have none. */
    private static final String LEFT_OUT = "left_out";

    @GuardedBy("this")
    private final Map<String, RefusalReason> reasons = new TreeMap<>();

    @GuardedBy("this")
    private final BufferedWriter writer;

    private final Path file;
    private final long linesMax;

    @GuardedBy("this")
    private long count;

    /**
     * Begins the file, or goes on with it.
     *
     * @param sizeBytes what of it stays
     * @param known what was refused before, by reason
     */
    public RefusalLog(Path file, long sizeBytes, Map<String, RefusalReason> known) throws IOException {
        this(file, sizeBytes, known, LINES_MAX);
    }

    /** @param linesMax lines of the file at most, beside that with the number of rows that have none */
    RefusalLog(Path file, long sizeBytes, Map<String, RefusalReason> known, long linesMax) throws IOException {
        this.file = file;
        this.linesMax = linesMax;
        reasons.putAll(known);
        count = known.values().stream().mapToLong(RefusalReason::rows).sum();
        if (Files.exists(file)) {
            try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                var unused = channel.truncate(sizeBytes);
            }
        }
        writer = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** A row that is no transaction. */
    public void add(String source, long row, FieldProblem problem) {
        add(source, "row " + row, problem.code(), problem.field(), problem.value(), problem.getMessage());
    }

    /** A line of a file that has no rows. */
    void addLine(String source, long line, String problem) {
        add(source, "line " + line, "not_csv", "", null, problem);
    }

    private synchronized void add(
            String source, String row, String code, String field, @Nullable String value, @Nullable String problem) {
        count++;
        String reason = field.isEmpty() ? code : code + " " + field;
        String shown = source + " " + row + ": " + problem + (value == null ? "" : ": " + field + "=" + value);
        RefusalReason one = new RefusalReason(1, List.of(shown));
        reasons.merge(reason, one, RefusalReason::plus);
        if (count > linesMax) {
            return;
        }
        try {
            writeLine(
                    quoted(source),
                    row.substring(row.indexOf(' ') + 1),
                    code,
                    field,
                    quoted(value == null ? "" : value),
                    quoted(String.valueOf(problem)));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the file of refusals cannot be written; make room on its disk: file=" + file + ": "
                            + e.getMessage(),
                    e);
        }
    }

    @GuardedBy("this")
    private void writeLine(String... cells) throws IOException {
        writer.write(String.join(",", cells) + "\n");
    }

    private static String quoted(String text) {
        // A spreadsheet would run what begins like a formula.
        String safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return '"' + safe.replace("\"", "\"\"").replace("\n", " ").replace("\r", " ") + '"';
    }

    /** By reason, how many and which first. */
    public synchronized Map<String, RefusalReason> reasons() {
        return new TreeMap<>(reasons);
    }

    /** Rows refused. */
    public synchronized long count() {
        return count;
    }

    /** Writes what is buffered; returns the size of the file. */
    synchronized long flush() throws IOException {
        writer.flush();
        return Files.size(file);
    }

    @Override
    public synchronized void close() throws IOException {
        try (writer) {
            if (count > linesMax) {
                writeLine(
                        quoted(""),
                        "",
                        LEFT_OUT,
                        "",
                        quoted(Long.toString(count - linesMax)),
                        quoted("so many more rows were refused, and have no line"));
            }
        }
    }
}
