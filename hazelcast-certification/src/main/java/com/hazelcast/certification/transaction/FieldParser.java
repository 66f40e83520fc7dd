package com.hazelcast.certification.transaction;

import org.jspecify.annotations.Nullable;

/**
 * The parser for records that are not of the usual shape: takes every legal width of a field, and names what is wrong with
 * a record that is not legal. Field by field, byte by byte; allocates nothing. Thread-safe.
 */
final class FieldParser {
    /** Greatest time that the compact form holds: September 2039. */
    static final long TIME_MS_MAX = (1L << 41) - 1;

    private static final int CARD = 0;
    private static final int TIME = 1;
    private static final int COUNTRY = 2;
    private static final int RESPONSE = 3;
    private static final int AMOUNT = 4;
    private static final int CURRENCY = 5;
    private static final int MERCHANT = 6;
    private static final int CITY = 7;

    /** Greatest number of digits of each field, leading zeros included, in the order of the record. */
    private static final int[] DIGITS_MAX = {19, 13, 3, 2, 10, 3, 4, 5, 5};

    private FieldParser() {}

    /** As {@link RecordParser#parse}, for any record. */
    static int parse(byte[] source, int offset, byte[] target, int targetOffset) {
        int newline = indexOfNewline(source, offset);
        if (newline != WireRecord.NEWLINE_INDEX) {
            return Refusal.LENGTH.ordinal();
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
            boolean isTooGreat = false;
            while (index < end && isDigit(source[index])) {
                int digit = source[index] - '0';
                isTooGreat |= value > (Long.MAX_VALUE - digit) / 10;
                value = value * 10 + digit;
                index++;
            }
            Refusal refusal = checkEnd(source, index, end, field, index - start);
            if (refusal != null) {
                return refusal.ordinal();
            }
            if (isTooGreat || index - start > DIGITS_MAX[field] || value > greatest(field)) {
                return Refusal.OUT_OF_RANGE.ordinal();
            }
            switch (field) {
                case CARD -> card = value;
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
                return Refusal.PADDING.ordinal();
            }
        }
        TransactionLayout.put(
                target,
                targetOffset,
                card,
                TransactionLayout.times(timeMs, (int) country, (int) currency),
                TransactionLayout.payment((int) amount, (int) code, (int) merchant),
                TransactionLayout.outcome((int) city, (int) response, 0));
        return RecordParser.OK;
    }

    /** What is wrong where the digits of a field have ended, or null. */
    private static @Nullable Refusal checkEnd(byte[] source, int index, int end, int field, int digits) {
        byte next = index < end ? source[index] : WireRecord.PADDING;
        boolean isLast = field == WireRecord.FIELD_COUNT - 1;
        if (next == WireRecord.SEPARATOR) {
            if (digits == 0) {
                return Refusal.EMPTY_FIELD;
            }
            return isLast ? Refusal.EXTRA_FIELD : null;
        }
        if (next == WireRecord.PADDING) {
            if (!isLast) {
                return Refusal.MISSING_FIELD;
            }
            return digits == 0 ? Refusal.EMPTY_FIELD : null;
        }
        return Refusal.NOT_A_DIGIT;
    }

    private static long greatest(int field) {
        return switch (field) {
            case TIME -> TIME_MS_MAX;
            case AMOUNT -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
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
