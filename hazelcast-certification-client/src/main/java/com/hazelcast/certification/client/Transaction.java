package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.RecordFormat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A card transaction as a client sends it. Immutable; its text shows the card masked.
 *
 * @param card the card's number
 * @param timeMs when, in ms since 1970
 * @param country numeric code, 0 to 999
 * @param response the issuer's response code, 0 to 99
 * @param amountUnits in the currency's smallest unit
 * @param currency numeric code, 0 to 999
 * @param merchant category code, 0 to 9,999
 * @param city 0 to 99,999
 * @param code 0 to 99,999
 */
public record Transaction(
        long card,
        long timeMs,
        int country,
        int response,
        int amountUnits,
        int currency,
        int merchant,
        int city,
        int code) {
    /** Size of the text record. */
    public static final int TEXT_SIZE_BYTES = RecordFormat.TEXT.recordSizeBytes();

    /** @throws IllegalArgumentException when a field is out of range; names it */
    public Transaction {
        requireWithin("card", card, Long.MAX_VALUE);
        requireWithin("timeMs", timeMs, CompactRecord.TIME_MS_MAX);
        requireWithin("country", country, CompactRecord.COUNTRY_MAX);
        requireWithin("response", response, CompactRecord.RESPONSE_MAX);
        requireWithin("amountUnits", amountUnits, Integer.MAX_VALUE);
        requireWithin("currency", currency, CompactRecord.CURRENCY_MAX);
        requireWithin("merchant", merchant, CompactRecord.MERCHANT_MAX);
        requireWithin("city", city, CompactRecord.CITY_MAX);
        requireWithin("code", code, CompactRecord.CODE_MAX);
    }

    private static void requireWithin(String field, long value, long greatest) {
        if (value < 0 || value > greatest) {
            // A card number goes into no message.
            String shown = field.equals("card") ? "" : ": " + field + "=" + value;
            throw new IllegalArgumentException(field + " must be 0 to " + greatest + shown);
        }
    }

    /** The record in that format, newly made. */
    byte[] record(RecordFormat format) {
        return format == RecordFormat.TEXT ? text() : compact();
    }

    private byte[] compact() {
        byte[] record = new byte[CompactRecord.SIZE_BYTES];
        CompactRecord.put(
                record,
                0,
                card,
                CompactRecord.times(timeMs, country, currency),
                CompactRecord.payment(amountUnits, code, merchant),
                CompactRecord.outcome(city, response));
        return record;
    }

    private byte[] text() {
        String fields = String.format(
                Locale.ROOT,
                "%014d,%013d,%03d,%02d,%d,%03d,%04d,%05d,%05d",
                card,
                timeMs,
                country,
                response,
                amountUnits,
                currency,
                merchant,
                city,
                code);
        byte[] record = Arrays.copyOf(fields.getBytes(StandardCharsets.US_ASCII), TEXT_SIZE_BYTES);
        record[TEXT_SIZE_BYTES - 1] = '\n';
        return record;
    }

    @Override
    public String toString() {
        return "Transaction[card=" + CardMask.masked(card) + ", timeMs=" + timeMs + ", amountUnits=" + amountUnits
                + "]";
    }
}
