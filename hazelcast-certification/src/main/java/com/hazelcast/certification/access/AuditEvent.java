package com.hazelcast.certification.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Something that somebody did or tried. A value.
 *
 * @param user name; {@code -}: not known
 * @param role of the user; empty: none
 * @param from address, or what the caller calls itself
 * @param what was done: {@code look-up}, {@code sign-in}, {@code start}, ...
 * @param card masked; empty: none
 * @param detail what else it concerned; empty: nothing
 * @param result how it went
 */
public record AuditEvent(
        String user, String role, String from, String what, String card, String detail, String result) {
    /** Longer ones are cut: no line may fill the file. */
    private static final int TEXT_LENGTH_MAX = 500;

    /** A JSON object in one line. */
    String json(long timeMs) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put(
                        "time",
                        Instant.ofEpochMilli(timeMs)
                                .truncatedTo(ChronoUnit.MILLIS)
                                .toString());
        put(json, "user", user);
        put(json, "role", role);
        put(json, "from", from);
        put(json, "what", what);
        put(json, "card", card);
        put(json, "detail", detail);
        put(json, "result", result);
        return json.toString();
    }

    private static void put(ObjectNode json, String key, String value) {
        if (!value.isEmpty()) {
            json.put(key, value.length() > TEXT_LENGTH_MAX ? value.substring(0, TEXT_LENGTH_MAX) + "..." : value);
        }
    }
}
