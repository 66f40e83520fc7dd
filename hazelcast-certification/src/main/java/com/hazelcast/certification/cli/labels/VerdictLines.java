package com.hazelcast.certification.cli.labels;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.source.LabelScore.Verdict;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code send} writes, a line after the other, csv or jsonl. Lines without an action are rejected: until releases wrote it,
 * a decision by points was written as an approval is. Not thread-safe; used for one file.
 */
public final class VerdictLines implements Function<String, @Nullable Verdict> {
    /** Of the csv; the column {@code reference} may follow. The number of the set is empty where the member does not report it. */
    public static final String HEADING = "record,card,status,rule,reason,action,set";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADING_BEGIN = "record,";
    private static final int FIELDS = HEADING.split(",", -1).length;
    private static final int STATUS_FIELD = 2;
    private static final int ACTION_FIELD = 5;

    private static final String NO_ACTION =
            "the verdicts have no actions, because an earlier release has written them; send the records again with this"
                    + " one: members answer what they hold with the recorded verdict";

    private boolean hasHeading;

    /**
     * What a line says.
     *
     * @return null for the heading
     * @throws IllegalArgumentException when it is not such a line, or without an action
     */
    @Override
    public @Nullable Verdict apply(String line) {
        if (line.startsWith("{")) {
            return ofJson(line);
        }
        if (line.startsWith(HEADING_BEGIN)) {
            if (!(line + ",").startsWith(HEADING + ",")) {
                throw new IllegalArgumentException(NO_ACTION + ": heading=" + line + " expected=" + HEADING);
            }
            hasHeading = true;
            return null;
        }
        if (!hasHeading) {
            throw new IllegalArgumentException("there must be a heading before the lines: expected=" + HEADING);
        }
        // What is behind the last field is a reference, and may have commas.
        String[] fields = line.split(",", FIELDS + 1);
        if (fields.length < FIELDS) {
            throw new IllegalArgumentException("not a line of " + HEADING);
        }
        return verdict(fields[0], fields[STATUS_FIELD], fields[ACTION_FIELD]);
    }

    private static Verdict ofJson(String line) {
        try {
            JsonNode json = JSON.readTree(line);
            return verdict(
                    json.path("record").asText(),
                    json.path("status").asText(),
                    json.path("action").asText());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
    }

    private static Verdict verdict(String record, String status, String action) {
        boolean isScored = status.equals("scored") || status.equals("duplicate");
        if (!isScored && !status.equals("rejected") && !status.equals("unanswered") && !status.equals("deferred")) {
            throw new IllegalArgumentException("no such status: status=" + status);
        }
        return new Verdict(number(record), isScored, isScored ? action(action) : Action.APPROVE);
    }

    private static long number(String record) {
        try {
            return Long.parseLong(record);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a record must be a number: record=" + record, e);
        }
    }

    private static Action action(String label) {
        if (label.isEmpty()) {
            throw new IllegalArgumentException(NO_ACTION);
        }
        for (Action action : Action.values()) {
            if (action.label().equals(label)) {
                return action;
            }
        }
        throw new IllegalArgumentException("no such action: action=" + label + " known="
                + Arrays.stream(Action.values()).map(Action::label).collect(Collectors.joining(",")));
    }
}
