package com.hazelcast.certification.api.labels;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.Fields;
import com.hazelcast.certification.mapping.Times;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One label of a body: a request, or what is wrong with it. Immutable, thread-safe.
 *
 * @param card as it may be shown; null: it could not be read
 * @param request null: there is a problem
 */
public record LabelRow(
        @Nullable String card,
        @Nullable LabelRequest request,
        @Nullable FieldProblem problem) {
    private static final String CARD = "card";
    private static final String REFERENCE = "reference";
    private static final String TIME = "time";
    private static final String AMOUNT = "amountMinor";
    private static final String LABEL = "label";
    private static final Set<String> FIELDS = Set.of(CARD, REFERENCE, TIME, AMOUNT, LABEL);

    /** Reads one; what is wrong with it is in the row. */
    public static LabelRow of(JsonNode node) {
        JsonNode card = node.get(CARD);
        String shown = card == null || !card.isValueNode() ? null : shown(card.asText());
        try {
            return new LabelRow(shown, read(node), null);
        } catch (FieldProblem problem) {
            return new LabelRow(shown, null, problem);
        }
    }

    /** A text with other characters between its digits may be a card, too, and is masked like one. */
    private static String shown(String card) {
        boolean isNumber = card.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? FieldProblem.masked(card) : CardNumber.masked(card);
    }

    private static LabelRequest read(JsonNode node) {
        if (!node.isObject()) {
            throw FieldProblem.withoutValue("wrong_type", "labels", "a label is no object", "give an object a label");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!FIELDS.contains(name)) {
                throw FieldProblem.withoutValue(
                        "unknown_field", name, "there is no such field", "leave it out, or correct its name");
            }
        }
        String reference = node.has(REFERENCE) ? Fields.reference(text(node, REFERENCE), REFERENCE) : null;
        LabelRequest request = new LabelRequest(
                Fields.card(text(node, CARD)),
                reference == null ? TransactionLayout.NO_REFERENCE : Reference.hash(reference),
                node.has(TIME) ? timeMs(node.get(TIME)) : LabelRequest.NOT_GIVEN,
                node.has(AMOUNT) ? amount(node.get(AMOUNT)) : LabelRequest.NOT_GIVEN,
                label(text(node, LABEL)));
        if (!request.isNaming()) {
            throw notNamed();
        }
        return request;
    }

    private static FieldProblem notNamed() {
        return FieldProblem.withoutValue(
                LabelResult.NOT_NAMED.code(),
                REFERENCE,
                LabelResult.NOT_NAMED.description(),
                "give the reference, or time and amountMinor");
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        if (value == null || value.isNull()) {
            throw FieldProblem.withoutValue("missing_field", field, "the field is missing", "give it");
        }
        if (!value.isTextual()) {
            throw new FieldProblem(
                    "wrong_type",
                    field,
                    value.isValueNode() ? value.asText() : null,
                    "the field is no string",
                    "give a string");
        }
        return value.asText();
    }

    private static long timeMs(JsonNode time) {
        if (time.isTextual()) {
            return Times.ofText(time.asText());
        }
        if (time.isIntegralNumber() && time.canConvertToLong()) {
            return Times.inRange(time.asLong(), time.asText());
        }
        throw new FieldProblem(
                "wrong_type",
                TIME,
                time.isValueNode() ? time.asText() : null,
                "the field is neither a string nor an integer",
                "give for example 2026-11-23T05:00:00.123Z, or milliseconds since 1970 as an integer");
    }

    private static long amount(JsonNode amount) {
        if (!amount.isIntegralNumber()) {
            throw new FieldProblem(
                    "wrong_type",
                    AMOUNT,
                    amount.isValueNode() ? amount.asText() : null,
                    "the field is no integer",
                    "give the amount in minor units as an integer");
        }
        return Fields.whole(amount.asText(), AMOUNT, Integer.MAX_VALUE);
    }

    private static Label label(String word) {
        return Label.ofWord(word)
                .orElseThrow(() -> new FieldProblem(
                        "unknown_label",
                        LABEL,
                        word,
                        "the label is neither fraud nor genuine",
                        "give fraud or genuine"));
    }

    /**
     * Writes what became of it.
     *
     * @param result of its request; not looked at when there is a problem
     */
    public void writeTo(ObjectNode answer, @Nullable LabelResult result) {
        answer.put(CARD, card);
        if (problem != null) {
            answer.put("status", problem.code()).put("detail", problem.getMessage());
            if (!problem.field().isEmpty()) {
                answer.put("field", problem.field());
            }
            if (problem.value() != null) {
                answer.put("value", problem.value());
            }
            answer.put("remedy", problem.remedy());
        } else if (result != null) {
            answer.put("status", result.code());
            if (result != LabelResult.LABELLED) {
                answer.put("detail", result.description()).put("remedy", result.remedy());
            }
        }
    }
}
