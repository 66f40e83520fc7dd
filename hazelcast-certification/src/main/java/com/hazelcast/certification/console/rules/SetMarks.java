package com.hazelcast.certification.console.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.console.throughput.Mark;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** When other sets of rules began to decide, by the record of changes, as marks of a chart. Stateless. */
public final class SetMarks {
    /** The newest lines of the record are looked at. */
    private static final int LINES_MAX = 2_000;

    private SetMarks() {}

    /** Which sets decide, and for which share of the cards. */
    private record Deciders(int active, int canary) {
        static Deciders after(JsonNode line) {
            return new Deciders(line.path("active").asInt(), line.path("canary").asInt());
        }
    }

    /** What has changed since that time, the oldest first. */
    public static List<Mark> since(RuleBook book, long sinceMs) {
        List<String> lines = book.record();
        List<Mark> marks = new ArrayList<>();
        for (int i = lines.size() - 1; i >= Math.max(0, lines.size() - LINES_MAX); i--) {
            JsonNode line = RecordPage.read(lines.get(i));
            long atMs = atMs(line);
            if (atMs < sinceMs) {
                break;
            }
            Deciders before = i == 0
                    ? new Deciders(book.sets().get(0).number(), 0)
                    : Deciders.after(RecordPage.read(lines.get(i - 1)));
            mark(book, atMs, line, before).ifPresent(marks::add);
        }
        Collections.reverse(marks);
        return marks;
    }

    /** Of a line without a time, the earliest. */
    private static long atMs(JsonNode line) {
        try {
            return Instant.parse(line.path("at").asText()).toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            return Long.MIN_VALUE;
        }
    }

    private static Optional<Mark> mark(RuleBook book, long atMs, JsonNode line, Deciders before) {
        String set = named(book, line.path("set").asInt());
        boolean isBreaker = line.path("by").asText().equals(RuleChange.BREAKER)
                && !line.path("verified").asBoolean();
        Mark.Kind back = isBreaker ? Mark.Kind.SET_TAKEN_BACK : Mark.Kind.SET_ROLLED_BACK;
        return switch (line.path("what").asText()) {
            case "activate" -> Optional.of(new Mark(atMs, Mark.Kind.SET_ACTIVATED, set + " activated"));
            case "canary" ->
                Optional.of(new Mark(
                        atMs,
                        Mark.Kind.SET_CANARY,
                        set + " canary for " + line.path("share").asText() + " % of the cards"));
            case "rollback" ->
                Optional.of(new Mark(atMs, back, rolledBack(book, before, Deciders.after(line), isBreaker)));
            case "decline_nothing" ->
                Optional.of(new Mark(atMs, back, set + " stopped by the breaker: nothing is declined any more"));
            case "retire" ->
                before.canary != 0 && Deciders.after(line).canary == 0
                        ? Optional.of(new Mark(atMs, back, set + " retired as canary"))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static String rolledBack(RuleBook book, Deciders before, Deciders after, boolean isBreaker) {
        String what = isBreaker ? " taken back by the breaker" : " rolled back";
        return before.active == after.active
                ? named(book, before.canary) + what + " as canary"
                : named(book, before.active) + what + ", " + named(book, after.active) + " decides";
    }

    private static String named(RuleBook book, int number) {
        return "set " + number
                + book.set(number)
                        .map(RecordedSet::name)
                        .map(name -> " " + name)
                        .orElse("");
    }
}
