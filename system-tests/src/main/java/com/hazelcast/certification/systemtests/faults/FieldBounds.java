package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.RecordFormat;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records of which one field is at a bound or one past it, the others usual: no digits, the most digits and one more, all nines,
 * leading zeros, the greatest value and one more; cards of all digit counts from 1 to 25.
 */
final class FieldBounds {
    private static final int CARD_DIGITS_MAX = 25;
    private static final int TEXT_BYTES = RecordFormat.TEXT.recordSizeBytes();

    /** A card that no other traffic has. */
    private static final String CARD = "77000000000001";

    private enum Field {
        CARD(19, "9999999999999999999"),
        TIME(13, Long.toString(CompactRecord.TIME_MS_MAX)),
        COUNTRY(3, "999"),
        RESPONSE(2, "99"),
        AMOUNT(10, Integer.toString(Integer.MAX_VALUE)),
        CURRENCY(3, "999"),
        MERCHANT(4, "9999"),
        CITY(5, "99999"),
        CODE(5, "99999");

        private final int digitsMax;
        private final String greatest;

        Field(int digitsMax, String greatest) {
            this.digitsMax = digitsMax;
            this.greatest = greatest;
        }

        private List<String> bounds() {
            List<String> values = new ArrayList<>(List.of(
                    "",
                    "0",
                    "1",
                    "0".repeat(digitsMax),
                    "0".repeat(digitsMax + 1),
                    "9".repeat(digitsMax),
                    "9".repeat(digitsMax + 1),
                    greatest,
                    new BigInteger(greatest).add(BigInteger.ONE).toString(),
                    "0" + greatest,
                    "-1",
                    " 1",
                    Long.toString(Long.MAX_VALUE),
                    new BigInteger(Long.toString(Long.MAX_VALUE))
                            .add(BigInteger.ONE)
                            .toString()));
            if (this == CARD) {
                for (int digits = 1; digits <= CARD_DIGITS_MAX; digits++) {
                    values.addAll(List.of(
                            "4".repeat(digits), "9".repeat(digits), "0".repeat(digits), "0".repeat(digits - 1) + "7"));
                }
            }
            return values;
        }
    }

    private FieldBounds() {}

    /** In text, each with its newline. */
    static List<byte[]> text(long timeMs) {
        List<byte[]> records = new ArrayList<>();
        for (Field field : Field.values()) {
            for (String value : field.bounds()) {
                List<String> fields = new ArrayList<>(
                        List.of(CARD, Long.toString(timeMs), "107", "00", "34209", "107", "0494", "09691", "74106"));
                fields.set(field.ordinal(), value);
                byte[] written = String.join(",", fields).getBytes(StandardCharsets.US_ASCII);
                byte[] record = Arrays.copyOf(written, TEXT_BYTES);
                record[TEXT_BYTES - 1] = '\n';
                records.add(record);
            }
        }
        return records;
    }

    /** In binary: all values that the bits of a field can hold around its bounds. */
    static List<byte[]> compact(long timeMs) {
        long card = CardNumber.of(CARD);
        long times = CompactRecord.times(timeMs, 107, 107);
        long payment = CompactRecord.payment(34_209, 74_106, 494);
        int outcome = CompactRecord.outcome(9_691, 0);
        List<byte[]> records = new ArrayList<>();
        for (long bound : new long[] {
            0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, CardNumber.END - 1, CardNumber.END, CardNumber.END + 1
        }) {
            records.add(record(bound, times, payment, outcome));
        }
        for (int bit = 0; bit < Long.SIZE; bit++) {
            records.add(record(1L << bit, times, payment, outcome));
            records.add(record(card, 1L << bit, payment, outcome));
            records.add(record(card, times | 1L << bit, payment, outcome));
            records.add(record(card, times, 1L << bit, outcome));
            records.add(record(card, times, payment | 1L << bit, outcome));
            records.add(record(card, times, payment, outcome | 1 << bit % Integer.SIZE));
        }
        for (int past = 0; past <= 1; past++) {
            records.add(record(card, CompactRecord.times(CompactRecord.TIME_MS_MAX + past, 1, 1), payment, outcome));
            records.add(
                    record(card, CompactRecord.times(timeMs, CompactRecord.COUNTRY_MAX + past, 107), payment, outcome));
            records.add(record(
                    card, CompactRecord.times(timeMs, 107, CompactRecord.CURRENCY_MAX + past), payment, outcome));
            records.add(record(card, times, CompactRecord.payment(1, CompactRecord.CODE_MAX + past, 494), outcome));
            records.add(record(card, times, CompactRecord.payment(1, 1, CompactRecord.MERCHANT_MAX + past), outcome));
            records.add(record(card, times, payment, CompactRecord.outcome(CompactRecord.CITY_MAX + past, 0)));
            records.add(record(card, times, payment, CompactRecord.outcome(1, CompactRecord.RESPONSE_MAX + past)));
        }
        records.add(record(card, -1, -1, -1));
        return records;
    }

    private static byte[] record(long card, long times, long payment, int outcome) {
        byte[] record = new byte[CompactRecord.SIZE_BYTES];
        CompactRecord.put(record, 0, card, times, payment, outcome);
        return record;
    }
}
