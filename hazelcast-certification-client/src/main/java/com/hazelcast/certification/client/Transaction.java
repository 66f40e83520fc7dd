package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.RecordFormat;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A card transaction as a client sends it. Immutable; its text shows the card masked.
 *
 * @param card the card's number, 8 to 19 digits, leading zeros included
 * @param timeMs when, in ms since 1970
 * @param country numeric code, 0 to 999
 * @param response the issuer's response code, 0 to 99
 * @param amountUnits in minor units of the currency (ISO 4217): 1234 is 12.34 EUR, 1,234 JPY, or 1.234 KWD
 * @param currency numeric code, 0 to 999
 * @param merchant category code, 0 to 9,999
 * @param city 0 to 99,999
 * @param code 0 to 99,999
 * @param reference the sender's own name of this payment, up to 64 bytes in UTF-8: payments that are alike but for it are
 *     two; empty: none, and payments that are alike are one. Travels only with a client whose format has references
 */
public record Transaction(
        String card,
        long timeMs,
        int country,
        int response,
        int amountUnits,
        int currency,
        int merchant,
        int city,
        int code,
        String reference) {
    /** Size of the text record. */
    public static final int TEXT_SIZE_BYTES = RecordFormat.TEXT.recordSizeBytes();

    /** @throws IllegalArgumentException when a field is out of range; names it */
    public Transaction {
        long unusedCode = CardNumber.of(card);
        long unusedHash = Reference.hash(reference);
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
            throw new IllegalArgumentException(field + " must be 0 to " + greatest + ": " + field + "=" + value);
        }
    }

    /** A transaction without a reference; the parameters as above. */
    public Transaction(
            String card,
            long timeMs,
            int country,
            int response,
            int amountUnits,
            int currency,
            int merchant,
            int city,
            int code) {
        this(card, timeMs, country, response, amountUnits, currency, merchant, city, code, "");
    }

    /** The same payment under that reference. */
    public Transaction withReference(String changed) {
        return new Transaction(card, timeMs, country, response, amountUnits, currency, merchant, city, code, changed);
    }

    /** The record in that format, newly made. */
    byte[] record(RecordFormat format) {
        if (!reference.isEmpty() && !format.hasReference()) {
            throw new IllegalStateException("this client's format carries no references; use one that does: format="
                    + format + " reference=" + reference);
        }
        byte[] record = new byte[format.recordSizeBytes()];
        if (format.isCompact()) {
            putCompact(record);
        } else {
            putText(record);
        }
        format.putReference(record, 0, Reference.hash(reference));
        return record;
    }

    private void putCompact(byte[] record) {
        CompactRecord.put(
                record,
                0,
                CardNumber.of(card),
                CompactRecord.times(timeMs, country, currency),
                CompactRecord.payment(amountUnits, code, merchant),
                CompactRecord.outcome(city, response));
    }

    private void putText(byte[] record) {
        String fields = String.format(
                Locale.ROOT,
                "%s,%013d,%03d,%02d,%d,%03d,%04d,%05d,%05d",
                CardNumber.text(CardNumber.of(card)),
                timeMs,
                country,
                response,
                amountUnits,
                currency,
                merchant,
                city,
                code);
        byte[] ascii = fields.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, record, 0, ascii.length);
        record[TEXT_SIZE_BYTES - 1] = '\n';
    }

    @Override
    public String toString() {
        return "Transaction[card=" + CardNumber.masked(CardNumber.of(card)) + ", timeMs=" + timeMs + ", amountUnits="
                + amountUnits + "]";
    }
}
