package com.hazelcast.certification.console.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.type.LogicalType;

/**
 * JSON as the console writes it and as members exchange it. Tolerant of keys that another version adds, and of constants where an enum
 * has one for these.
 */
public final class ConsoleJson {
    private static final ObjectMapper JSON = new ObjectMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            // Half a percent is not none, and set 2.9 is not set 2.
            .configure(DeserializationFeature.ACCEPT_FLOAT_AS_INT, false)
            .configure(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE, true);

    static {
        // A number is no text: it would have lost its leading zeros.
        for (CoercionInputShape shape : new CoercionInputShape[] {
            CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
        }) {
            JSON.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
        }
    }

    private ConsoleJson() {}

    /** The JSON of a value of the console's own. */
    public static String write(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }

    /**
     * Reads a value of that type.
     *
     * @throws IllegalArgumentException when it is not the JSON of one; the message does not show it
     */
    public static <T> T read(String json, Class<T> type) {
        try {
            return JSON.readValue(json, type);
        } catch (JsonProcessingException e) {
            // Without the cause, which quotes what it could not read.
            throw new IllegalArgumentException("not the JSON of a " + type.getSimpleName());
        }
    }
}
