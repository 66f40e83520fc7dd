package com.hazelcast.certification.api.decisions;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.mapping.Amounts;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.Fields;
import com.hazelcast.certification.mapping.IsoCodes;
import com.hazelcast.certification.mapping.Times;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From the JSON of one transaction to its words, in one pass over the bytes. Thread-safe: its methods are pure. */
public final class TransactionJson {
    /** Longest and shortest deadlines that may be given. */
    public static final int DEADLINE_MS_MAX = 10_000;

    private static final String CARD_REMEDY = "give the card as a string of 8 to 19 digits";

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    .maxStringLength(512)
                    .maxNumberLength(32)
                    .maxNameLength(64)
                    .build())
            // Only UTF-8 is JSON here, and names that nobody has are not worth keeping.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private static final Map<String, Field> FIELDS = Map.ofEntries(
            Map.entry("card", Field.CARD),
            Map.entry("time", Field.TIME),
            Map.entry("amount", Field.AMOUNT),
            Map.entry("amountMinor", Field.AMOUNT_MINOR),
            Map.entry("currency", Field.CURRENCY),
            Map.entry("country", Field.COUNTRY),
            Map.entry("mcc", Field.MCC),
            Map.entry("city", Field.CITY),
            Map.entry("terminal", Field.TERMINAL),
            Map.entry("responseCode", Field.RESPONSE_CODE),
            Map.entry("reference", Field.REFERENCE),
            Map.entry("deadlineMs", Field.DEADLINE_MS));

    private static final Field[] REQUIRED = {Field.CARD, Field.TIME, Field.CURRENCY, Field.COUNTRY, Field.MCC};

    private enum Field {
        CARD("card"),
        TIME("time"),
        AMOUNT("amount"),
        AMOUNT_MINOR("amountMinor"),
        CURRENCY("currency"),
        COUNTRY("country"),
        MCC("mcc"),
        CITY("city"),
        TERMINAL("terminal"),
        RESPONSE_CODE("responseCode"),
        REFERENCE("reference"),
        DEADLINE_MS("deadlineMs");

        private final String label;

        Field(String label) {
            this.label = label;
        }
    }

    /** The values found so far. */
    private static final class Found {
        private int seen;
        private long card;
        private long timeMs;
        private String amount = "";
        private long amountMinor;
        private int currency;
        private int country;
        private int mcc;
        private int city;
        private int terminal;
        private int response;
        private @Nullable String reference;
        private int deadlineMs;

        boolean has(Field field) {
            return (seen & 1 << field.ordinal()) != 0;
        }
    }

    private TransactionJson() {}

    /**
     * Parses one transaction.
     *
     * @param key reference that came beside the JSON; null: none
     * @throws FieldProblem naming the field, its value and what to give instead
     */
    public static RequestedTransaction parse(byte[] json, int offset, int length, @Nullable String key) {
        if (!Utf8.isWellFormed(json, offset, length)) {
            throw notJson("the body is not UTF-8", null);
        }
        Found found = new Found();
        try (JsonParser parser = JSON.createParser(json, offset, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw notJson("the body is no JSON object", null);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                take(parser, found);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw notJson("something follows the JSON object", null);
            }
        } catch (StreamConstraintsException e) {
            throw notJson("the JSON is nested too deeply, or a name, a string or a number in it is too long", e);
        } catch (IOException e) {
            throw notJson("the body is no JSON", e);
        }
        return assembled(found, key);
    }

    private static FieldProblem notJson(String detail, @Nullable IOException cause) {
        // Jackson's own message may repeat what was sent.
        String at = cause instanceof com.fasterxml.jackson.core.JsonProcessingException failure
                        && failure.getLocation() != null
                ? ": byte=" + failure.getLocation().getByteOffset()
                : "";
        return FieldProblem.withoutValue(
                "not_json", "", detail + at, "send one JSON object, as /openapi.yaml describes it");
    }

    private static void take(JsonParser parser, Found found) throws IOException {
        String name = parser.currentName();
        Field field = FIELDS.get(name);
        if (field == null) {
            throw FieldProblem.withoutValue(
                    "unknown_field", name, "there is no such field", "leave it out, or correct its name");
        }
        if (found.has(field)) {
            throw FieldProblem.withoutValue("duplicate_field", name, "the field is there twice", "give it once");
        }
        found.seen |= 1 << field.ordinal();
        JsonToken token = parser.nextToken();
        if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NUMBER_INT) {
            throw new FieldProblem(
                    "wrong_type",
                    name,
                    token == JsonToken.VALUE_NUMBER_FLOAT ? shown(field, parser.getText()) : null,
                    "the field is neither a string nor an integer",
                    switch (field) {
                        case CARD -> CARD_REMEDY;
                        case AMOUNT -> "give the amount as a decimal string: a number would lose cents";
                        case REFERENCE -> "give a string";
                        default -> "give a string or an integer";
                    });
        }
        set(field, parser, token == JsonToken.VALUE_STRING, found);
    }

    /** A point or an exponent in a card's number would hide from the mask of all values how long the number is. */
    private static String shown(Field field, String number) {
        return field == Field.CARD ? CardNumber.masked(number) : number;
    }

    private static void set(Field field, JsonParser parser, boolean isText, Found found) throws IOException {
        switch (field) {
            case CARD -> found.card = card(parser, isText);
            case TIME ->
                found.timeMs = isText
                        ? Times.ofText(parser.getText())
                        : Times.inRange(whole(parser, field, isText, Long.MAX_VALUE), parser.getText());
            case AMOUNT -> found.amount = text(parser, field, isText);
            case AMOUNT_MINOR -> found.amountMinor = whole(parser, field, isText, Integer.MAX_VALUE);
            case CURRENCY -> found.currency = currency(parser, isText);
            case COUNTRY -> found.country = country(parser, isText);
            case MCC -> found.mcc = (int) whole(parser, field, isText, 9_999);
            case CITY -> found.city = (int) whole(parser, field, isText, 99_999);
            case TERMINAL -> found.terminal = (int) whole(parser, field, isText, 99_999);
            case RESPONSE_CODE -> found.response = (int) whole(parser, field, isText, 99);
            case REFERENCE -> found.reference = Fields.reference(text(parser, field, isText), field.label);
            case DEADLINE_MS -> found.deadlineMs = deadlineMs(parser.getText(), field.label);
        }
    }

    private static long card(JsonParser parser, boolean isText) throws IOException {
        if (!isText) {
            throw new FieldProblem(
                    "wrong_type",
                    Field.CARD.label,
                    parser.getText(),
                    "the card is a number: leading zeros would be lost",
                    CARD_REMEDY);
        }
        return Fields.card(parser.getText());
    }

    private static String text(JsonParser parser, Field field, boolean isText) throws IOException {
        if (!isText) {
            throw new FieldProblem(
                    "wrong_type",
                    field.label,
                    parser.getText(),
                    "the field is a number",
                    field == Field.AMOUNT ? "give a decimal string, or amountMinor as an integer" : "give a string");
        }
        return parser.getText();
    }

    private static long whole(JsonParser parser, Field field, boolean isText, long max) throws IOException {
        return Fields.whole(parser.getText(), field.label, max, isText ? "give digits only, " : "give an integer ");
    }

    private static int currency(JsonParser parser, boolean isText) throws IOException {
        return isText
                ? Fields.currency(parser.getText(), Field.CURRENCY.label)
                : (int) whole(parser, Field.CURRENCY, false, 999);
    }

    private static int country(JsonParser parser, boolean isText) throws IOException {
        return isText
                ? Fields.country(parser.getText(), Field.COUNTRY.label)
                : (int) whole(parser, Field.COUNTRY, false, 999);
    }

    /**
     * Checks a deadline.
     *
     * @throws FieldProblem when it is no whole number of milliseconds within bounds
     */
    public static int deadlineMs(String text, String field) {
        int value = 0;
        boolean isGood = !text.isEmpty() && text.length() <= 5;
        for (int i = 0; isGood && i < text.length(); i++) {
            isGood = text.charAt(i) >= '0' && text.charAt(i) <= '9';
            value = value * 10 + (text.charAt(i) - '0');
        }
        if (!isGood || value < 1 || value > DEADLINE_MS_MAX) {
            throw new FieldProblem(
                    "out_of_range",
                    field,
                    text,
                    "the deadline is no whole number of milliseconds from 1 to " + DEADLINE_MS_MAX,
                    "give for example 25");
        }
        return value;
    }

    private static RequestedTransaction assembled(Found found, @Nullable String key) {
        for (Field field : REQUIRED) {
            require(found, field, field.label);
        }
        if (found.has(Field.AMOUNT) == found.has(Field.AMOUNT_MINOR)) {
            throw FieldProblem.withoutValue(
                    found.has(Field.AMOUNT) ? "duplicate_field" : "missing_field",
                    Field.AMOUNT.label,
                    found.has(Field.AMOUNT) ? "amount and amountMinor are both there" : "the amount is missing",
                    "give one of amount and amountMinor");
        }
        int amount = found.has(Field.AMOUNT)
                ? Amounts.minorUnits(found.amount, IsoCodes.minorUnits(found.currency), found.currency)
                : (int) found.amountMinor;
        String name = reference(found.reference, key);
        return new RequestedTransaction(
                found.card,
                TransactionLayout.times(found.timeMs, found.country, found.currency),
                TransactionLayout.payment(amount, found.terminal, found.mcc),
                TransactionLayout.outcome(found.city, found.response),
                name,
                name == null ? Reference.NONE : Reference.hash(name),
                found.deadlineMs);
    }

    /** The one of a transaction, of its field or beside it; null: it has none. */
    static @Nullable String reference(@Nullable String reference, @Nullable String key) {
        if (key != null && reference != null && !key.equals(reference)) {
            throw new FieldProblem(
                    "different_references",
                    Field.REFERENCE.label,
                    reference,
                    "the reference differs from the one that came beside the JSON",
                    "give one reference, or the same twice");
        }
        return reference == null ? key : reference;
    }

    private static void require(Found found, Field field, String label) {
        if (!found.has(field)) {
            throw FieldProblem.withoutValue("missing_field", label, "the field is missing", "give it");
        }
    }
}
