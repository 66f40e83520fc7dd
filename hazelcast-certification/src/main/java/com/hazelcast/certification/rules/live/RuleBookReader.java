package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads books of rules from files. Stateless. */
public final class RuleBookReader {
    /** Tolerant of keys that another version adds. */
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private RuleBookReader() {}

    /**
     * The book of a file.
     *
     * @throws IOException when it cannot be read
     */
    public static RuleBook read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), RuleBook.class);
    }

    /**
     * The newest book of these files; empty when there is none.
     *
     * @throws IOException when one cannot be read
     */
    public static Optional<RuleBook> newest(List<Path> files) throws IOException {
        RuleBook newest = null;
        for (Path file : files) {
            RuleBook book = read(file);
            newest = newest == null || book.isAheadOf(newest) ? book : newest;
        }
        return Optional.ofNullable(newest);
    }
}
