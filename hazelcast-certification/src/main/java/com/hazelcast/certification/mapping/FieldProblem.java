package com.hazelcast.certification.mapping;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a caller gave cannot be used: which field, its value as it may be shown, and what to give instead. Has no stack trace. */
public final class FieldProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A longer value is cut where it is shown. */
    private static final int VALUE_CHARS_MAX = 64;

    /** Digits in a row that may be a card number, wherever they stand. */
    private static final int CARD_DIGITS_MIN = 8;

    /** Milliseconds, or the part of an ISO 8601 time up to the last digit that may be of it. */
    private static final Pattern TIME =
            Pattern.compile("\\d{1,13}$|\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:[\\d:]{0,5}([.,]\\d{1,9})?(?!\\d)");

    private final String code;
    private final String field;
    private final @Nullable String value;
    private final String remedy;

    /**
     * A problem.
     *
     * @param code a name that programs can rely on
     * @param field as the caller wrote it; empty when it is of no field
     * @param value as the caller gave it; digits that may be a card are masked here
     * @param detail what is wrong
     * @param remedy what to do
     */
    public FieldProblem(String code, String field, @Nullable String value, String detail, String remedy) {
        this(code, field, value, detail, remedy, null);
    }

    /** As above, found out by a failure. */
    public FieldProblem(
            String code,
            String field,
            @Nullable String value,
            String detail,
            String remedy,
            @Nullable Exception cause) {
        super(detail, cause, false, false);
        this.code = code;
        this.field = masked(shortened(field));
        this.value = value == null ? null : shown(field, shortened(value));
        this.remedy = remedy;
    }

    /** A problem that has no value to show. */
    public static FieldProblem withoutValue(String code, String field, String detail, String remedy) {
        return new FieldProblem(code, field, null, detail, remedy, null);
    }

    /** As above, found out by a failure. */
    public static FieldProblem withoutValue(
            String code, String field, String detail, String remedy, @Nullable Exception cause) {
        return new FieldProblem(code, field, null, detail, remedy, cause);
    }

    private static String shown(String field, String value) {
        // A time has many digits, and must be seen to be corrected; a card may stand behind it.
        Matcher time = TIME.matcher(value);
        int timeEnd = field.equals("time") && time.lookingAt() ? time.end() : 0;
        return value.substring(0, timeEnd) + masked(value.substring(timeEnd));
    }

    private static String shortened(String text) {
        return text.length() <= VALUE_CHARS_MAX ? text : text.substring(0, VALUE_CHARS_MAX);
    }

    /** The text with the inside of every long run of digits hidden, of whatever script; blanks and hyphens of any kind do not end a run. */
    public static String masked(String text) {
        StringBuilder masked = new StringBuilder(text);
        int begin = 0;
        int digits = 0;
        for (int i = 0; i <= text.length(); i++) {
            char next = i < text.length() ? text.charAt(i) : 0;
            if (Character.isDigit(next)) {
                digits++;
            } else if (digits == 0 || !isBetweenDigits(next)) {
                if (digits >= CARD_DIGITS_MIN) {
                    hide(masked, begin, i);
                }
                begin = i + 1;
                digits = 0;
            }
        }
        return masked.toString();
    }

    /** Such as the blank of web pages, which does not end a line, and the hyphens of texts that were set. */
    private static boolean isBetweenDigits(char next) {
        return Character.isSpaceChar(next) || Character.getType(next) == Character.DASH_PUNCTUATION;
    }

    private static void hide(StringBuilder text, int from, int to) {
        int shown = to - from > 2 * CARD_DIGITS_MIN - 3 ? 6 : 0;
        int last = shown == 0 ? 0 : 4;
        for (int i = from + shown; i < to - last; i++) {
            if (Character.isDigit(text.charAt(i))) {
                text.setCharAt(i, '*');
            }
        }
    }

    /** A name that programs can rely on. */
    public String code() {
        return code;
    }

    /** The field; empty when it is of none. */
    public String field() {
        return field;
    }

    /** Its value as it may be shown; null when there is none. */
    public @Nullable String value() {
        return value;
    }

    /** What to do. */
    public String remedy() {
        return remedy;
    }
}
