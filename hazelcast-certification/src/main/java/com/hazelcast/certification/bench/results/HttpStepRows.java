package com.hazelcast.certification.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Writes what {@code bench http --json} has found as rows of a table, one for each step: step, answers a second, p50, p99, p99.99 and
 * greatest time in milliseconds, how many were answered, late, answered by a stand-in, turned away with its times, not begun, errors, and the
 * members' processor time of a call. A last row compares the histories with what they must hold, where they were read. Pure.
 */
final class HttpStepRows {
    private static final String UNKNOWN = "–";
    private static final int CELLS = 13;

    private HttpStepRows() {}

    static List<List<String>> of(JsonNode result) {
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode step : result.path("steps")) {
            rows.add(step(step));
        }
        if (result.has("held")) {
            List<String> histories = new ArrayList<>(List.of(String.format(
                    Locale.ROOT,
                    "the histories hold %,d of %,d",
                    result.path("held").asLong(),
                    result.path("expected").asLong())));
            while (histories.size() < CELLS) {
                histories.add(UNKNOWN);
            }
            rows.add(histories);
        }
        return rows;
    }

    private static List<String> step(JsonNode step) {
        boolean isClosed = step.path("rate").asDouble() == 0;
        JsonNode times = step.path(isClosed ? "fromSentMs" : "answerTimeMs");
        String name = step.path("name").asText()
                + (isClosed
                        ? " closed"
                        : String.format(
                                Locale.ROOT, " at %,.0f/s", step.path("rate").asDouble()));
        String bound = step.path("ownBound").asText().isEmpty() ? "" : " (the load tool was itself the bound)";
        return List.of(
                name,
                String.format(
                        Locale.ROOT, "**%,.0f**%s", step.path("donePerSecond").asDouble(), bound),
                number("%.2f", times.path("p50")),
                number("%.1f", times.path("p99")),
                number("%.1f", times.path("p9999")),
                number("%.1f", times.path("max")),
                count(step, "done"),
                count(step, "late"),
                count(step, "standIns"),
                turnedAway(step),
                count(step, "notBegun"),
                errors(step),
                number("%.1f", step.path("memberMicrosPerCall")));
    }

    private static String number(String format, JsonNode value) {
        return value.isNumber() ? String.format(Locale.ROOT, format, value.asDouble()) : UNKNOWN;
    }

    private static String count(JsonNode step, String key) {
        return String.format(Locale.ROOT, "%,d", step.path(key).asLong());
    }

    /** How many, and when there are any how soon they were. */
    private static String turnedAway(JsonNode step) {
        JsonNode times = step.path("turnedAwayMs");
        String count = count(step, "turnedAway");
        return step.path("turnedAway").asLong() == 0
                ? count
                : count + " (p50 " + number("%.2f", times.path("p50")) + " ms, p99.99 "
                        + number("%.1f", times.path("p9999")) + " ms)";
    }

    private static String errors(JsonNode step) {
        StringJoiner kinds = new StringJoiner(", ");
        step.path("errors").properties().forEach(error -> kinds.add(error.getValue() + " " + error.getKey()));
        return kinds.length() == 0 ? "0" : kinds.toString();
    }
}
