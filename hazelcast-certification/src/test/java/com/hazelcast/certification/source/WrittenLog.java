package com.hazelcast.certification.source;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What goes to the log, which is standard error, while this is open. Not for tests that run side by side. */
final class WrittenLog implements AutoCloseable {
    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    WrittenLog() {
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    /** What the lines say of rejections, from there to their ends, in their order. */
    List<String> rejections() {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(" RejectionLog - "))
                .map(line -> line.substring(line.indexOf(" - ") + " - ".length()))
                .toList();
    }

    /** The lines, of whatever kind, but for those that lanes of members killed in other tests still write. */
    long lineCount() {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.contains(" Lane - "))
                .count();
    }

    @Override
    public void close() {
        System.setErr(standardError);
    }
}
