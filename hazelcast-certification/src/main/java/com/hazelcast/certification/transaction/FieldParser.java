package com.hazelcast.certification.transaction;

import com.hazelcast.certification.client.CardNumber;
import org.jspecify.annotations.Nullable;

/**
 * The parser for records that are not of the usual shape: takes every legal width of a field, and names what is wrong with
 * a record that is not legal. Field by field, byte by byte; allocates nothing. Thread-safe.
 */
final class FieldParser {
    private static final int CARD = 0;
    private static final int TIME = 1;
    private static final int COUNTRY = 2;
    private static final int RESPONSE = 3;
    private static final int AMOUNT = 4;
    private static final int CURRENCY = 5;
    private static final int MERCHANT = 6;
    private static final int CITY = 7;

    /** Greatest number of digits of each field, leading zeros included, in the order of the record. */
    private static final int[] DIGITS_MAX = {CardNumber.DIGITS_MAX, 13, 3, 2, 10, 3, 4, 5, 5};

    /** Least number of digits, in the same order. */
    private static final int[] DIGITS_MIN = {CardNumber.DIGITS_MIN, 1, 1, 1, 1, 1, 1, 1, 1};

    private FieldParser() {}

    /** As {@link RecordParser#parse}, for any record. */
    static int parse(byte[] source, int offset, byte[] target, int targetOffset) {
        int newline = indexOfNewline(source, offset);
        if (newline != WireRecord.NEWLINE_INDEX) {
            return Rejection.LENGTH.ordinal();
        }
        long card = 0;
        long timeMs = 0;
        long country = 0;
        long response = 0;
        long amount = 0;
        long currency = 0;
        long merchant = 0;
        long city = 0;
        long code = 0;
        int index = offset;
        int end = offset + WireRecord.NEWLINE_INDEX;
        for (int field = 0; field < WireRecord.FIELD_COUNT; field++) {
            int start = index;
            long value = 0;
            while (index < end && isDigit(source[index])) {
                // Nineteen digits fit, unsigned; of more, the value is not used.
                value = value * 10 + (source[index] - '0');
                index++;
            }
            Rejection rejection = checkEnd(source, index, end, field, index - start);
            if (rejection != null) {
                return rejection.ordinal();
            }
            int digits = index - start;
            if (digits < DIGITS_MIN[field] || digits > DIGITS_MAX[field] || isTooGreat(field, value)) {
                return Rejection.OUT_OF_RANGE.ordinal();
            }
            switch (field) {
                case CARD -> card = CardNumber.of(digits, value);
                case TIME -> timeMs = value;
                case COUNTRY -> country = value;
                case RESPONSE -> response = value;
                case AMOUNT -> amount = value;
                case CURRENCY -> currency = value;
                case MERCHANT -> merchant = value;
                case CITY -> city = value;
                default -> code = value;
            }
            index++;
        }
        for (int i = index - 1; i < end; i++) {
            if (source[i] != WireRecord.PADDING) {
                return Rejection.PADDING.ordinal();
            }
        }
        TransactionLayout.put(
                target,
                targetOffset,
                card,
                TransactionLayout.times(timeMs, (int) country, (int) currency),
                TransactionLayout.payment((int) amount, (int) code, (int) merchant),
                TransactionLayout.outcome((int) city, (int) response));
        return RecordParser.OK;
    }

    /** What is wrong where the digits of a field have ended, or null. */
    private static @Nullable Rejection checkEnd(byte[] source, int index, int end, int field, int digits) {
        byte next = index < end ? source[index] : WireRecord.PADDING;
        boolean isLast = field == WireRecord.FIELD_COUNT - 1;
        if (next == WireRecord.SEPARATOR) {
            if (digits == 0) {
                return Rejection.EMPTY_FIELD;
            }
            return isLast ? Rejection.EXTRA_FIELD : null;
        }
        if (next == WireRecord.PADDING) {
            if (!isLast) {
                return Rejection.MISSING_FIELD;
            }
            return digits == 0 ? Rejection.EMPTY_FIELD : null;
        }
        return Rejection.NOT_A_DIGIT;
    }

    private static boolean isTooGreat(int field, long value) {
        return switch (field) {
            case TIME -> value > TransactionLayout.TIME_MS_MAX;
            case AMOUNT -> value > Integer.MAX_VALUE;
            default -> false;
        };
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static int indexOfNewline(byte[] source, int offset) {
        for (int i = 0; i < WireRecord.SIZE_BYTES; i++) {
            if (source[offset + i] == WireRecord.NEWLINE) {
                return i;
            }
        }
        return WireRecord.SIZE_BYTES;
    }
}
