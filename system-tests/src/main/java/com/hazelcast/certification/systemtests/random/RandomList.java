package com.hazelcast.certification.systemtests.random;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file of all results of random runs, of all commits, a line each in the order in which they ended. Lists of several machines may
 * be put behind one another.
 *
 * @param file that may not exist yet
 */
record RandomList(Path file) {
    /** The results of each seed, by seed, the oldest first. */
    SortedMap<Long, List<RandomResult>> read() throws IOException {
        SortedMap<Long, List<RandomResult>> results = new TreeMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank() && !line.startsWith(RandomResult.HEADER_BEGIN)) {
                    RandomResult result = RandomResult.of(line);
                    results.computeIfAbsent(result.seed(), seed -> new ArrayList<>())
                            .add(result);
                }
            }
        }
        return results;
    }

    /** Appends a line, in one write, so that runs of several processes may share the file. */
    void append(RandomResult result) throws IOException {
        String head = "";
        if (!Files.exists(file)) {
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a folder"));
            head = RandomResult.HEADER + System.lineSeparator();
        }
        Files.write(
                file,
                (head + result.line() + System.lineSeparator()).getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
