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
 * file is bounded by what the mapping lets be refused, as the import stops above that.
 */
public final class RefusalLog implements AutoCloseable {
    static final String HEADING = "source,row,reason,field,value,problem";

    @GuardedBy("this")
    private final Map<String, RefusalReason> reasons = new TreeMap<>();

    @GuardedBy("this")
    private final BufferedWriter writer;

    private final Path file;

    @GuardedBy("this")
    private long count;

    /**
     * Begins the file, or goes on with it.
     *
     * @param sizeBytes what of it stays
     * @param known what was refused before, by reason
     */
    public RefusalLog(Path file, long sizeBytes, Map<String, RefusalReason> known) throws IOException {
        this.file = file;
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
        try {
            writer.write(String.join(
                            ",",
                            quoted(source),
                            row.substring(row.indexOf(' ') + 1),
                            code,
                            field,
                            quoted(value == null ? "" : value),
                            quoted(String.valueOf(problem)))
                    + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the file of refusals cannot be written; make room on its disk: file=" + file + ": "
                            + e.getMessage(),
                    e);
        }
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
        writer.close();
    }
}
