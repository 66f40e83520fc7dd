package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.RecordFormat;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Card numbers as people and logs may see them: the first six and last four digits. */
final class CardMask {
    private static final int DIGITS = 14;
    private static final int DIGITS_MAX = 19;
    private static final int SHOWN_FIRST = 6;
    private static final int SHOWN_LAST = 4;

    private CardMask() {}

    static String masked(long card) {
        return masked(String.format(Locale.ROOT, "%0" + DIGITS + "d", card));
    }

    /** Of the card of a record; of one that is malformed, of the digits where the card should stand. */
    static String masked(byte[] record, RecordFormat format) {
        if (format == RecordFormat.COMPACT) {
            return masked(CompactRecord.card(record, 0));
        }
        int end = 0;
        while (end < Math.min(record.length, DIGITS_MAX) && record[end] >= '0' && record[end] <= '9') {
            end++;
        }
        return masked(new String(record, 0, end, StandardCharsets.US_ASCII));
    }

    private static String masked(String digits) {
        if (digits.length() <= SHOWN_FIRST + SHOWN_LAST) {
            return "*".repeat(digits.length());
        }
        int hidden = digits.length() - SHOWN_FIRST - SHOWN_LAST;
        return digits.substring(0, SHOWN_FIRST) + "*".repeat(hidden) + digits.substring(digits.length() - SHOWN_LAST);
    }
}
