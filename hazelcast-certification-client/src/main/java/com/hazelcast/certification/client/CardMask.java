package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.RecordFormat;
import java.nio.charset.StandardCharsets;

/** The masked card of a record that a client has sent. */
final class CardMask {
    private CardMask() {}

    /** Of the card of a record; of one that is malformed, of the digits where the card should stand. */
    static String masked(byte[] record, RecordFormat format) {
        if (format.isCompact()) {
            return CardNumber.masked(CompactRecord.card(record, 0));
        }
        int end = 0;
        while (end < Math.min(record.length, CardNumber.DIGITS_MAX) && record[end] >= '0' && record[end] <= '9') {
            end++;
        }
        return CardNumber.masked(new String(record, 0, end, StandardCharsets.US_ASCII));
    }
}
