package com.hazelcast.certification.systemtests.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;

/** What a random run did and when, line by line, in a file and on the output. Thread-safe. */
final class Journal {
    private final Path file;
    private final boolean isLoud;
    private final long startNs = System.nanoTime();

    /** @param isLoud prints its lines as well */
    Journal(Path file, boolean isLoud) {
        this.file = file;
        this.isLoud = isLoud;
    }

    /** Writes a line, with the seconds since the beginning and the time of day, as in the members' logs. */
    synchronized void say(String line) {
        String timed =
                String.format(Locale.ROOT, "%8.3f %s %s%n", (System.nanoTime() - startNs) / 1e9, Instant.now(), line);
        try {
            Files.writeString(file, timed, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("the journal cannot be written: file=" + file, e);
        }
        if (isLoud) {
            System.out.print(timed);
        }
    }
}
