package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.kafka.schemas.SchemaFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Writes payments in Avro, with the names of the HTTP API's fields and the id of their schema in front. Used by one thread. */
final class AvroPayments {
    /** Of a payment. */
    static final String SCHEMA = """
            {"type":"record","name":"Payment","namespace":"bench","fields":[
             {"name":"card","type":"string"},{"name":"time","type":"long"},{"name":"country","type":"int"},
             {"name":"responseCode","type":"int"},{"name":"amountMinor","type":"long"},{"name":"currency","type":"int"},
             {"name":"mcc","type":"int"},{"name":"city","type":"int"},{"name":"terminal","type":"int"}]}""";

    private static final Schema PARSED = new Schema.Parser().parse(SCHEMA);

    private final GenericDatumWriter<GenericRecord> writer = new GenericDatumWriter<>(PARSED);
    private final GenericRecord payment = new GenericData.Record(PARSED);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable BinaryEncoder encoder;

    /**
     * A payment in its bytes.
     *
     * @param fields of a 100-byte record, in their order
     */
    byte[] of(String[] fields) {
        payment.put("card", fields[0]);
        payment.put("time", Long.parseLong(fields[1]));
        payment.put("country", Integer.parseInt(fields[2]));
        payment.put("responseCode", Integer.parseInt(fields[3]));
        payment.put("amountMinor", Long.parseLong(fields[4]));
        payment.put("currency", Integer.parseInt(fields[5]));
        payment.put("mcc", Integer.parseInt(fields[6]));
        payment.put("city", Integer.parseInt(fields[7]));
        payment.put("terminal", Integer.parseInt(fields[8]));
        try {
            bytes.reset();
            encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
            writer.write(payment, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("a stream in memory failed", e);
        }
        return SchemaFrame.of(BenchRegistry.PAYMENTS, bytes.toByteArray());
    }
}
