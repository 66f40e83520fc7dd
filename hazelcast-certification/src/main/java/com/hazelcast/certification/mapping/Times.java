package com.hazelcast.certification.mapping;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** Times of transactions, in milliseconds since 1970. Pure. */
public final class Times {
    private static final String FIELD = "time";
    private static final String PATTERN = "dddd-dd-ddTdd:dd:dd.dddZ";

    private static final long MS_PER_DAY = 86_400_000;

    private Times() {}

    /**
     * The time of an ISO 8601 text with an offset; fraction beyond milliseconds is cut off.
     *
     * @throws FieldProblem when it is none
     */
    public static long ofText(String text) {
        if (hasUsualForm(text)) {
            int year = number(text, 0, 4);
            int month = number(text, 5, 2);
            int day = number(text, 8, 2);
            int hour = number(text, 11, 2);
            int minute = number(text, 14, 2);
            int second = number(text, 17, 2);
            // Days that a month may lack, and seconds beyond 59, are for the library.
            if (month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60 && second < 60) {
                long inDay = ((hour * 60L + minute) * 60 + second) * 1_000 + number(text, 20, 3);
                return inRange(epochDay(year, month, day) * MS_PER_DAY + inDay, text);
            }
        }
        try {
            return inRange(OffsetDateTime.parse(text).toInstant().toEpochMilli(), text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new FieldProblem(
                    "not_a_time",
                    FIELD,
                    text,
                    "the time is no ISO 8601 time with an offset",
                    "give for example 2026-11-23T05:00:00.123Z, or milliseconds since 1970 as an integer");
        }
    }

    /** Checks milliseconds since 1970. */
    public static long inRange(long ms, String text) {
        if (ms < 0 || ms > TransactionLayout.TIME_MS_MAX) {
            throw outOfRange(text);
        }
        return ms;
    }

    static FieldProblem outOfRange(String text) {
        return new FieldProblem(
                "out_of_range",
                FIELD,
                text,
                "the time is not within 1970-01-01 and 2039-09-07",
                "give the transaction's own time");
    }

    private static boolean hasUsualForm(String text) {
        if (text.length() != PATTERN.length()) {
            return false;
        }
        for (int i = 0; i < PATTERN.length(); i++) {
            char expected = PATTERN.charAt(i);
            char found = text.charAt(i);
            if (expected == 'd' ? found < '0' || found > '9' : found != expected) {
                return false;
            }
        }
        return true;
    }

    private static int number(String text, int from, int digits) {
        int value = 0;
        for (int i = from; i < from + digits; i++) {
            value = value * 10 + (text.charAt(i) - '0');
        }
        return value;
    }

    /** Days since 1970 in the Gregorian calendar (H. Hinnant, "chrono-compatible low-level date algorithms", 2013). */
    static long epochDay(int year, int month, int day) {
        int shifted = month <= 2 ? year - 1 : year;
        int era = shifted / 400;
        int yearOfEra = shifted - era * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468;
    }
}
