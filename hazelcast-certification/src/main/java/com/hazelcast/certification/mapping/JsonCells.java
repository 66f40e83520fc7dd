package com.hazelcast.certification.mapping;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a record that is one JSON object; a field of an object inside is named with dots, as {@code merchant.country}. Other
 * fields are left aside. One a thread: the array of cells is used again for the next record.
 */
public final class JsonCells {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(32)
                    .maxStringLength(1 << 20)
                    .maxNumberLength(64)
                    .build())
            .build();

    private final Map<String, Integer> indices = new HashMap<>();
    private final @Nullable Object[] cells;
    private final boolean isOnce;
    private final boolean[] seen;

    /** @param isOnce whether a record with a column twice is a problem; otherwise the last one counts */
    JsonCells(List<String> columns, boolean isOnce) {
        for (int i = 0; i < columns.size(); i++) {
            indices.put(columns.get(i), i);
        }
        cells = new Object[columns.size()];
        this.isOnce = isOnce;
        seen = new boolean[columns.size()];
    }

    /**
     * Reads a record.
     *
     * @return its cells in the order of the mapping's columns; valid until the next call
     * @throws FieldProblem when it is no JSON object, a column has a number that is out of any range, or is there twice and may not be
     */
    public @Nullable Object[] read(byte[] json, int offset, int length) {
        Arrays.fill(cells, null);
        Arrays.fill(seen, false);
        try (JsonParser parser = JSON.createParser(json, offset, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw notJson("the record is no JSON object", null);
            }
            readObject(parser, "");
            if (parser.nextToken() != null) {
                throw notJson("something follows the JSON object", null);
            }
        } catch (IOException e) {
            throw notJson("the record is no JSON", e);
        }
        return cells;
    }

    private void readObject(JsonParser parser, String path) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = path + parser.currentName();
            JsonToken token = parser.nextToken();
            Integer index = indices.get(name);
            if (index != null) {
                requireOnce(index, name);
            }
            if (token == JsonToken.START_OBJECT) {
                readObject(parser, name + ".");
            } else if (token == JsonToken.START_ARRAY) {
                parser.skipChildren();
            } else if (index != null) {
                cells[index] = cell(parser, token, name);
            }
        }
    }

    private void requireOnce(int index, String column) {
        if (isOnce && seen[index]) {
            throw FieldProblem.withoutValue("duplicate_field", column, "the field is there twice", "give it once");
        }
        seen[index] = true;
    }

    private static @Nullable Object cell(JsonParser parser, JsonToken token, String column) throws IOException {
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case VALUE_NUMBER_INT -> parser.getText();
            case VALUE_NUMBER_FLOAT -> decimal(parser.getText(), column);
            default -> parser.getText();
        };
    }

    /** JSON has numbers whose exponents no decimal has, such as 1e99999999999. */
    private static BigDecimal decimal(String text, String column) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new FieldProblem(
                    "out_of_range",
                    column,
                    text,
                    "the number has an exponent that no number here has",
                    "give plain digits",
                    e);
        }
    }

    private static FieldProblem notJson(String detail, @Nullable IOException cause) {
        // Jackson's own message may repeat what was sent.
        return FieldProblem.withoutValue("not_json", "", detail, "send one JSON object a record", cause);
    }
}
