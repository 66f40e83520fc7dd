package com.hazelcast.certification.rules;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.transaction.CompactTransaction;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;

/**
 * A transaction read from its nine comma-joined fields, for files that people write. Plain and slow, unlike the parser of
 * the stream.
 *
 * @param times packed as {@link TransactionLayout} does, like payment and outcome; the outcome's verdict is 0
 */
public record TransactionText(long card, long times, long payment, int outcome) implements CompactTransaction {
    /**
     * Reads one record.
     *
     * @throws IllegalArgumentException when it does not have nine fields or one of them is not a number in its range; the
     *     message names the field and does not repeat its value
     */
    public static TransactionText parse(String record) {
        String[] fields = record.split(",", -1);
        if (fields.length != WireRecord.FIELD_COUNT) {
            throw new IllegalArgumentException(
                    "a record has " + WireRecord.FIELD_COUNT + " fields: fieldCount=" + fields.length);
        }
        long card = card(fields[0]);
        long timeMs = number(fields[1], "time", 13, TransactionLayout.TIME_MS_MAX);
        int country = (int) number(fields[2], "country", 3, 999);
        int response = (int) number(fields[3], "response", 2, 99);
        int amountUnits = (int) number(fields[4], "amount", 10, Integer.MAX_VALUE);
        int currency = (int) number(fields[5], "currency", 3, 999);
        int merchant = (int) number(fields[6], "merchant", 4, 9_999);
        int city = (int) number(fields[7], "city", 5, 99_999);
        int code = (int) number(fields[8], "code", 5, 99_999);
        return new TransactionText(
                card,
                TransactionLayout.times(timeMs, country, currency),
                TransactionLayout.payment(amountUnits, code, merchant),
                TransactionLayout.outcome(city, response));
    }

    private static long card(String text) {
        if (!CardNumber.isLength(text.length()) || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("expected 8 to 19 digits: field=card");
        }
        return CardNumber.of(text);
    }

    private static long number(String text, String field, int digitsMax, long max) {
        if (text.isEmpty() || text.length() > digitsMax || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("expected 1 to " + digitsMax + " digits: field=" + field);
        }
        long number = Long.parseLong(text);
        if (number > max) {
            throw new IllegalArgumentException("the number is above " + max + ": field=" + field);
        }
        return number;
    }

    /** {@link HistoryFlags#of} of it. */
    public int flags() {
        return HistoryFlags.of(payment);
    }
}
