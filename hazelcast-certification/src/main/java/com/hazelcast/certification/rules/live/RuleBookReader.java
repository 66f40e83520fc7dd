package com.hazelcast.certification.rules.live;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads books of rules from the content of files. Stateless. */
public final class RuleBookReader {
    private RuleBookReader() {}

    /**
     * The book that is written there.
     *
     * @param content of a file, as JSON
     * @throws IOException when it cannot be read
     */
    public static RuleBook read(byte[] content) throws IOException {
        return BookJson.read(content);
    }

    /** The newest of these books; empty when there is none. */
    public static Optional<RuleBook> newest(List<RuleBook> books) {
        return books.stream().reduce((one, other) -> other.isAheadOf(one) ? other : one);
    }
}
