package com.hazelcast.certification.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.StringJoiner;

/** Writes what {@code bench http --json} has found as one cell of a table. Pure. */
final class HttpStepsText {
    private HttpStepsText() {}

    static String of(JsonNode result) {
        StringJoiner text = new StringJoiner("; ");
        for (JsonNode step : result.path("steps")) {
            text.add(step(step));
        }
        if (result.has("held")) {
            text.add(String.format(
                    Locale.ROOT,
                    "the histories hold %,d of %,d",
                    result.path("held").asLong(),
                    result.path("expected").asLong()));
        }
        return text.toString();
    }

    private static String step(JsonNode step) {
        boolean isClosed = step.path("rate").asDouble() == 0;
        JsonNode times = step.path(isClosed ? "fromSentMs" : "answerTimeMs");
        StringJoiner text = new StringJoiner(", ");
        text.add(String.format(
                Locale.ROOT,
                "%s %s: **%,.0f/s**",
                step.path("name").asText(),
                isClosed
                        ? "closed"
                        : String.format(
                                Locale.ROOT, "at %,.0f/s", step.path("rate").asDouble()),
                step.path("donePerSecond").asDouble()));
        text.add(String.format(
                Locale.ROOT,
                "p50 %.2f, p99 %.1f, p99.99 %.1f, max %.1f ms",
                times.path("p50").asDouble(),
                times.path("p99").asDouble(),
                times.path("p9999").asDouble(),
                times.path("max").asDouble()));
        text.add(String.format(
                Locale.ROOT,
                "%,d of %,d late",
                step.path("late").asLong(),
                step.path("done").asLong()));
        addCount(text, step, "standIns", "stand-ins");
        addCount(text, step, "turnedAway", "turned away");
        addCount(text, step, "notBegun", "not begun");
        step.path("errors").properties().forEach(error -> text.add(error.getValue() + " " + error.getKey()));
        if (step.path("memberMicrosPerCall").isNumber()) {
            text.add(String.format(
                    Locale.ROOT,
                    "members %.1f µs of a core a call",
                    step.path("memberMicrosPerCall").asDouble()));
        }
        if (!step.path("ownBound").asText().isEmpty()) {
            text.add("the load tool was itself the bound");
        }
        return text.toString();
    }

    private static void addCount(StringJoiner text, JsonNode step, String key, String what) {
        if (step.path(key).asLong() > 0) {
            text.add(String.format(Locale.ROOT, "%,d %s", step.path(key).asLong(), what));
        }
    }
}
