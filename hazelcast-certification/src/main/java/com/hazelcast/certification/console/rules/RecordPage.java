package com.hazelcast.certification.console.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.chain.ChainVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the record of changes, the newest first.
 *
 * @param count of all lines
 * @param broken why the chain does not hold, and where; null: no line was changed
 * @param lastHash of the newest line
 * @param lines with their places, from 1
 */
record RecordPage(int count, @Nullable String broken, String lastHash, List<Line> lines) {
    static final int LINES_MAX = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A line. */
    record Line(int line, JsonNode change) {}

    /**
     * Lines of a record.
     *
     * @param before only lines with a lower number
     * @param max at most so many
     */
    static RecordPage of(List<String> record, int before, int max) {
        ChainVerifier verifier = ChainVerifier.fromStart();
        for (String line : record) {
            Optional<ChainVerifier.Broken> unused = verifier.accept(line);
        }
        List<Line> lines = new ArrayList<>();
        for (int i = Math.min(before - 1, record.size()); i >= 1 && lines.size() < max; i--) {
            lines.add(new Line(i, read(record.get(i - 1))));
        }
        return new RecordPage(
                record.size(),
                verifier.broken()
                        .map(broken -> "line " + broken.line() + ": " + broken.why())
                        .orElse(null),
                verifier.lastHash().orElse(""),
                lines);
    }

    /** A line as JSON; of one that is none, its text. */
    static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return JSON.getNodeFactory().textNode(line);
        }
    }
}
