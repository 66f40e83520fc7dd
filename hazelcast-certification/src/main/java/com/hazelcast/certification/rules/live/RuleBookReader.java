package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads books of rules from the content of files. Stateless. */
public final class RuleBookReader {
    /** Tolerant of keys that another version adds. What a book has is in no message: it may have card numbers. */
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private RuleBookReader() {}

    /**
     * The book that is written there.
     *
     * @param content of a file, as JSON
     * @throws IOException when it cannot be read
     */
    public static RuleBook read(byte[] content) throws IOException {
        return JSON.readValue(content, RuleBook.class);
    }

    /** The newest of these books; empty when there is none. */
    public static Optional<RuleBook> newest(List<RuleBook> books) {
        return books.stream().reduce((one, other) -> other.isAheadOf(one) ? other : one);
    }
}
