package com.hazelcast.certification.mapping;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows into transactions as a {@link Mapping} says. One a thread; allocates little: codes that it has seen are not looked up again.
 */
public final class RowMapper {
    /** Codes kept at most: a column of wrong codes must not fill the memory. */
    private static final int CODES_MAX = 10_000;

    private static final Pattern MS = Pattern.compile("\\d{11,13}");

    /** The largest values that the fields of a transaction can have. */
    private static final int MCC_MAX = 9_999;

    private static final int CITY_MAX = 99_999;
    private static final int TERMINAL_MAX = 99_999;
    private static final int RESPONSE_MAX = 99;

    /** A code of one of the cluster's decisions. */
    private static final int VERDICT_MAX = TransactionLayout.VERDICTS - 1;

    private final Mapping mapping;
    private final long latestMs;
    private final Map<String, Integer> currencies = new HashMap<>();
    private final Map<String, Integer> countries = new HashMap<>();

    /** @param latestMs the latest time that a transaction may have */
    RowMapper(Mapping mapping, long latestMs) {
        this.mapping = mapping;
        this.latestMs = latestMs;
    }

    /**
     * Reads a row.
     *
     * @param cells in the order of {@link Mapping#columns()}: texts, numbers, {@code Instant}, {@code LocalDateTime}, null for none
     * @param into receives the transaction; of no meaning after a problem
     * @throws FieldProblem naming the field, its value as it may be shown, and what to do
     */
    public void map(@Nullable Object[] cells, MappedRow into) {
        int currency = code(MappedField.CURRENCY, cells, currencies);
        int country = code(MappedField.COUNTRY, cells, countries);
        into.card = card(cells);
        long timeMs = mapping.times().toMs(required(MappedField.TIME, cells));
        if (timeMs > latestMs) {
            throw new FieldProblem(
                    "future",
                    MappedField.TIME.key,
                    Cells.text(required(MappedField.TIME, cells)),
                    "the time is in the future",
                    "correct the row, or unit and zone of times in the mapping");
        }
        into.times = TransactionLayout.times(timeMs, country, currency);
        into.payment = TransactionLayout.payment(
                amount(cells, currency),
                whole(MappedField.TERMINAL, cells, TERMINAL_MAX),
                whole(MappedField.MCC, cells, MCC_MAX));
        into.outcome = TransactionLayout.outcome(
                whole(MappedField.CITY, cells, CITY_MAX), whole(MappedField.RESPONSE_CODE, cells, RESPONSE_MAX));
        into.verdict = whole(MappedField.VERDICT, cells, VERDICT_MAX);
        String reference = textOrNull(MappedField.REFERENCE, cells);
        into.reference = reference == null ? null : Fields.reference(reference, MappedField.REFERENCE.key);
        into.label = label(cells);
    }

    /**
     * Reads a row that is the label of a transaction: card and label, and of reference, time and amount what it has.
     *
     * @param cells as in {@link #map}
     * @throws FieldProblem as {@link #map}
     */
    public MappedLabel mapLabel(@Nullable Object[] cells) {
        Boolean isFraud = label(cells);
        if (isFraud == null) {
            throw missing(MappedField.LABEL);
        }
        String reference = textOrNull(MappedField.REFERENCE, cells);
        boolean hasAmount = textOrNull(MappedField.AMOUNT, cells) != null;
        return new MappedLabel(
                card(cells),
                textOrNull(MappedField.TIME, cells) == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(timeMs(required(MappedField.TIME, cells))),
                !hasAmount
                        ? OptionalInt.empty()
                        : OptionalInt.of(amount(
                                cells, mapping.isAmountDecimal() ? code(MappedField.CURRENCY, cells, currencies) : 0)),
                reference == null
                        ? Reference.NONE
                        : Reference.hash(Fields.reference(reference, MappedField.REFERENCE.key)),
                isFraud);
    }

    /** Also milliseconds since 1970 where the mapping says ISO 8601: a label file often has what an answer of the API had. */
    private long timeMs(Object cell) {
        String text = Cells.text(cell);
        return mapping.times().isIso() && MS.matcher(text).matches()
                ? Times.inRange(Long.parseLong(text), text)
                : mapping.times().toMs(cell);
    }

    private int code(MappedField field, @Nullable Object[] cells, Map<String, Integer> known) {
        String text = requiredText(field, cells);
        Integer code = known.get(text);
        if (code == null) {
            String whole = Cells.whole(text);
            code = field == MappedField.CURRENCY ? Fields.currency(whole, field.key) : Fields.country(whole, field.key);
            if (known.size() < CODES_MAX) {
                known.put(text, code);
            }
        }
        return code;
    }

    private long card(@Nullable Object[] cells) {
        String text = requiredText(MappedField.CARD, cells);
        MappedColumn column = mapping.column(MappedField.CARD);
        int digits = column == null ? 0 : column.digits();
        if (text.length() < digits) {
            text = "0".repeat(digits - text.length()) + text;
        }
        try {
            // As people write them, with blanks or hyphens.
            return text.indexOf(' ') < 0 && text.indexOf('-') < 0 ? Fields.card(text) : CardNumber.of(text);
        } catch (IllegalArgumentException e) {
            throw new FieldProblem(
                    "not_a_card",
                    MappedField.CARD.key,
                    CardNumber.masked(text),
                    "the card has not 8 to 19 digits with blanks or hyphens between them",
                    "correct the row",
                    e);
        }
    }

    private int amount(@Nullable Object[] cells, int currency) {
        String text = requiredText(MappedField.AMOUNT, cells);
        if (mapping.isDecimalComma()) {
            text = withPoint(text, cells);
        }
        if (!mapping.isAmountDecimal()) {
            return (int) Fields.whole(text, MappedField.AMOUNT.key, Integer.MAX_VALUE);
        }
        int minorUnits = IsoCodes.minorUnits(currency);
        // Some databases write no zero before a point.
        String decimal = text.length() > 1 && text.charAt(0) == '.' ? "0" + text : text;
        return Amounts.minorUnits(withoutEndingZeros(decimal, Math.max(0, minorUnits)), minorUnits, currency);
    }

    /** A number has no mark of its own; a text that has a point is in another way of writing: 2.000 may be two or two thousand. */
    private String withPoint(String text, @Nullable Object[] cells) {
        MappedColumn column = mapping.column(MappedField.AMOUNT);
        boolean isNumber = column != null && column.index() >= 0 && cells[column.index()] instanceof Number;
        if (!isNumber && text.indexOf('.') >= 0) {
            throw new FieldProblem(
                    "out_of_range",
                    MappedField.AMOUNT.key,
                    text,
                    "the amount has a point, and the mapping's decimal mark is a comma",
                    "write amounts without marks between thousands, or correct decimal-mark in the mapping");
        }
        return text.replace(',', '.');
    }

    /** Cuts zeros behind the digits that the currency has: a column of four decimals has them in every cell. */
    private static String withoutEndingZeros(String text, int decimals) {
        int point = text.indexOf('.');
        int end = text.length();
        if (point < 0 || end - point - 1 <= decimals) {
            return text;
        }
        while (end - point - 1 > decimals && text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, end == point + 1 ? point : end);
    }

    private int whole(MappedField field, @Nullable Object[] cells, int max) {
        String text = field.isRequired() ? requiredText(field, cells) : textOrNull(field, cells);
        return text == null ? 0 : (int) Fields.whole(Cells.whole(text), field.key, max);
    }

    private @Nullable Boolean label(@Nullable Object[] cells) {
        String text = textOrNull(MappedField.LABEL, cells);
        if (text == null) {
            return null;
        }
        return switch (Cells.whole(text).toLowerCase(Locale.ROOT)) {
            case "true", "t", "1", "yes", "fraud" -> true;
            case "false", "f", "0", "no", "genuine" -> false;
            default ->
                throw new FieldProblem(
                        "unknown_label",
                        MappedField.LABEL.key,
                        text,
                        "the label is neither fraud nor genuine",
                        "give true or false, 1 or 0, yes or no, fraud or genuine, or translate it under values");
        };
    }

    private String requiredText(MappedField field, @Nullable Object[] cells) {
        String text = textOrNull(field, cells);
        if (text == null) {
            throw missing(field);
        }
        return text;
    }

    private static FieldProblem missing(MappedField field) {
        return FieldProblem.withoutValue(
                "missing_field",
                field.key,
                "the column is empty in this row",
                "correct the row, or set in the mapping what stands for an empty cell: missing");
    }

    /** The cell itself, unless the mapping translates it. */
    private Object required(MappedField field, @Nullable Object[] cells) {
        MappedColumn column = mapping.column(field);
        Object cell = column == null || column.index() < 0 ? null : cells[column.index()];
        if (column != null && cell != null && column.values().isEmpty() && !(cell instanceof String)) {
            return cell;
        }
        return requiredText(field, cells);
    }

    private @Nullable String textOrNull(MappedField field, @Nullable Object[] cells) {
        MappedColumn column = mapping.column(field);
        if (column == null) {
            return null;
        }
        if (column.index() < 0) {
            return column.constant();
        }
        String text = Cells.textOrNull(cells[column.index()]);
        if (text == null) {
            return column.missing();
        }
        return column.values().isEmpty() ? text : column.values().getOrDefault(text, text);
    }
}
