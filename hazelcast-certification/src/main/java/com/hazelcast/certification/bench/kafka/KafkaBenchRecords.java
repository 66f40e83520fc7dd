package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.transaction.WireRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** Payments of generated customers as the values of Kafka's records. Made ahead in blocks. Used by one thread. */
public final class KafkaBenchRecords {
    private static final int BLOCK = 1_000;

    private final RecordGenerator generator;
    private final InputForm form;
    private final AvroPayments avro = new AvroPayments();
    private final LongUnaryOperator timesMs;
    private final byte[] block = new byte[BLOCK * WireRecord.SIZE_BYTES];
    private int at = BLOCK;
    private long made;

    /**
     * Values of that stream.
     *
     * @param form 100-byte records, or JSON or Avro with the fields of the HTTP API's schema
     * @param timesMs the time of a payment by its number from 0 on, in ms since 1970; those of a block have that of its first one
     */
    public KafkaBenchRecords(GeneratedStream stream, InputForm form, LongUnaryOperator timesMs) {
        this.generator = stream.generator(LabelSink.NONE);
        this.form = form;
        this.timesMs = timesMs;
    }

    /** The next one. */
    public byte[] next() {
        if (at == BLOCK) {
            generator.fill(block, 0, BLOCK, timesMs.applyAsLong(made));
            made += BLOCK;
            at = 0;
        }
        byte[] record = Arrays.copyOfRange(block, at * WireRecord.SIZE_BYTES, (at + 1) * WireRecord.SIZE_BYTES);
        at++;
        return switch (form) {
            case RECORD -> record;
            case JSON -> json(fields(record));
            case AVRO -> avro.of(fields(record));
            case PROTOBUF -> throw new IllegalStateException("no payments are written in this form: form=" + form);
        };
    }

    private static String[] fields(byte[] record) {
        return new String(record, StandardCharsets.US_ASCII).strip().split("[,\0]", -1);
    }

    private static byte[] json(String[] fields) {
        return """
                {"card":"%s","time":"%s","country":%d,"responseCode":%d,"amountMinor":%d,"currency":%d,"mcc":%d,"city":%d,"terminal":%d}""".formatted(
                        fields[0],
                        Instant.ofEpochMilli(Long.parseLong(fields[1])),
                        Integer.parseInt(fields[2]),
                        Integer.parseInt(fields[3]),
                        Integer.parseInt(fields[4]),
                        Integer.parseInt(fields[5]),
                        Integer.parseInt(fields[6]),
                        Integer.parseInt(fields[7]),
                        Integer.parseInt(fields[8]))
                .getBytes(StandardCharsets.UTF_8);
    }
}
