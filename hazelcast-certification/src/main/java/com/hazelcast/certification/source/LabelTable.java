package com.hazelcast.certification.source;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.traffic.Scenario;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Makes a table for the rule language from labelled transactions: {@code key,value} a line, the value being the share of the key's
 * transactions that are frauds. Keys without a fraud are left out. A label comes some days after its transaction, so a table that is
 * made at a time shows only what was known then. Keeps counts by day and key. Not thread-safe.
 */
public final class LabelTable {
    private static final long DAY_MS = HistoryLimits.DAY_MS;

    private static final int BUFFER_SIZE_BYTES = 1 << 16;

    private final Key key;
    private final NavigableMap<Long, Map<Long, Counts>> byDay = new TreeMap<>();

    /** What a line is about. */
    public enum Key {
        /** Country, city and code together. */
        TERMINAL,
        MERCHANT,
        CITY,
        COUNTRY,
        /** The first six digits of the card's number. */
        BIN,
        /** The first eight digits of the card's number. */
        BIN8;

        private static final int FIELD_BITS = 20;
        private static final int FIELD_MASK = (1 << FIELD_BITS) - 1;

        private long of(long card, long times, long payment, int outcome) {
            return switch (this) {
                case TERMINAL ->
                    ((long) TransactionLayout.country(times) << FIELD_BITS | TransactionLayout.city(outcome))
                                    << FIELD_BITS
                            | TransactionLayout.code(payment);
                case MERCHANT -> TransactionLayout.merchant(payment);
                case CITY -> TransactionLayout.city(outcome);
                case COUNTRY -> TransactionLayout.country(times);
                case BIN -> Pan.first(card, Pan.BIN_DIGITS);
                case BIN8 -> Pan.first(card, Pan.LONG_BIN_DIGITS);
            };
        }

        private String text(long number) {
            return switch (this) {
                case TERMINAL ->
                    String.format(
                            Locale.ROOT,
                            "%03d-%05d-%05d",
                            number >>> 2 * FIELD_BITS,
                            number >>> FIELD_BITS & FIELD_MASK,
                            number & FIELD_MASK);
                case BIN -> String.format(Locale.ROOT, "%06d", number);
                case BIN8 -> String.format(Locale.ROOT, "%08d", number);
                default -> Long.toString(number);
            };
        }
    }

    /**
     * Whose transactions a table is made of.
     *
     * @param delayDays a label comes so many days after its transaction
     * @param days so many days before these count
     */
    public record Period(int delayDays, int days) {
        /** @throws IllegalArgumentException when one is negative, or there is no day */
        public Period {
            if (delayDays < 0 || days < 1) {
                throw new IllegalArgumentException(
                        "labels must be late by 0 days or more, and be of 1 day or more: delayDays=" + delayDays
                                + " days=" + days);
            }
        }
    }

    private static final class Counts {
        private long transactions;
        private long frauds;

        private void add(Counts other) {
            transactions += other.transactions;
            frauds += other.frauds;
        }
    }

    public LabelTable(Key key) {
        this.key = key;
    }

    /**
     * Reads a file of records and that of their labels.
     *
     * @return the table as it can be made at the time of the last record
     * @throws IOException when one cannot be read
     * @throws IllegalArgumentException when a file is not what it should be, or they are not of the same records
     */
    public static String csv(Key key, Period period, Path records, Path labels) throws IOException {
        LabelTable table = new LabelTable(key);
        byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        long lastMs = 0;
        long index = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(records), BUFFER_SIZE_BYTES);
                BufferedReader lines = Files.newBufferedReader(labels)) {
            LabelFile.requireHeader(lines.readLine(), labels);
            byte[] record = in.readNBytes(WireRecord.SIZE_BYTES);
            for (; record.length == WireRecord.SIZE_BYTES; record = in.readNBytes(WireRecord.SIZE_BYTES)) {
                int parse = RecordParser.parse(record, 0, parsed, 0);
                String line = lines.readLine();
                if (parse != RecordParser.OK || line == null) {
                    throw new IllegalArgumentException((line == null
                                    ? "there are more records than labels; were both made together?"
                                    : Rejection.of(parse).description())
                            + ": records=" + records + " record=" + index);
                }
                LabelFile.Line label = LabelFile.Line.of(line, labels, index++);
                lastMs = Math.max(lastMs, TransactionLayout.timeMs(TransactionLayout.timesAt(parsed, 0)));
                table.add(
                        TransactionLayout.cardAt(parsed, 0),
                        TransactionLayout.timesAt(parsed, 0),
                        TransactionLayout.paymentAt(parsed, 0),
                        TransactionLayout.outcomeAt(parsed, 0),
                        label.scenario() != Scenario.GENUINE);
            }
            if (record.length > 0 || lines.read() != -1) {
                throw new IllegalArgumentException(
                        "there are more labels than records; were both made together? records=" + records + " complete="
                                + index);
            }
        }
        return table.csv(period, lastMs);
    }

    /** Takes a labelled transaction, its words as {@link TransactionLayout} packs them; its card must not be keyed. */
    public void add(long card, long times, long payment, int outcome, boolean isFraud) {
        Counts counts = byDay.computeIfAbsent(
                        Math.floorDiv(TransactionLayout.timeMs(times), DAY_MS), ignored -> new HashMap<>())
                .computeIfAbsent(key.of(card, times, payment, outcome), ignored -> new Counts());
        counts.transactions++;
        counts.frauds += isFraud ? 1 : 0;
    }

    /** The table as it can be made at that time, from whole days in UTC; keys in the order of their numbers. */
    public String csv(Period period, long nowMs) {
        long endDay = Math.floorDiv(nowMs, DAY_MS) - period.delayDays();
        Map<Long, Counts> sums = new TreeMap<>();
        byDay.subMap(endDay - period.days(), endDay)
                .values()
                .forEach(day -> day.forEach((number, counts) ->
                        sums.computeIfAbsent(number, ignored -> new Counts()).add(counts)));
        StringBuilder csv = new StringBuilder("key,value\n");
        sums.forEach((number, counts) -> {
            if (counts.frauds > 0) {
                csv.append(key.text(number))
                        .append(String.format(Locale.ROOT, ",%.4f%n", (double) counts.frauds / counts.transactions));
            }
        });
        return csv.toString();
    }
}
