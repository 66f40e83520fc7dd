package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/**
 * JSON of all that has texts and lists of sets: books, changes, plans of backtests. A list may be as long as all of a book. For other JSON, and
 * for what others than members and operators send, the shorter limits of Jackson stand. Thread-safe.
 */
public final class BookJson {
    /** Objects in objects: a book has four. */
    private static final int DEPTH_MAX = 20;

    /** Tolerant of keys that another version adds. What a book has is in no message: it may have card numbers. */
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(BookRoom.CHARACTERS_MAX)
                            .maxNestingDepth(DEPTH_MAX)
                            .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .build();

    private BookJson() {}

    /** As text. Costs as much memory again as the texts and lists, and more for a moment. */
    public static String write(Object value) throws JsonProcessingException {
        return JSON.writeValueAsString(value);
    }

    /** As bytes in UTF-8, for a file. */
    public static byte[] toBytes(RuleBook book) throws JsonProcessingException {
        return JSON.writeValueAsBytes(book);
    }

    /** @throws JsonProcessingException when it is no such value, or a text is too long */
    public static <T> T read(String json, Class<T> type) throws JsonProcessingException {
        return JSON.readValue(json, type);
    }

    /** Whether something could not be read because a text in it is longer than any may be. */
    public static boolean isTooLong(JsonProcessingException e) {
        return e instanceof StreamConstraintsException || e.getCause() instanceof StreamConstraintsException;
    }

    /**
     * The book of a file, by its content.
     *
     * @throws IOException when it cannot be read
     */
    static RuleBook read(byte[] content) throws IOException {
        return JSON.readValue(content, RuleBook.class);
    }
}
