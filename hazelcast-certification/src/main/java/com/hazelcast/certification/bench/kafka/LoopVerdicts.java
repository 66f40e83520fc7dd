package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.kafka.records.InputForm;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What the empty loop writes for each record: with the key, the headers and the size of a member's verdict that approves by no rule, so
 * that client and brokers have the same work. The compact form is written whole. In the other forms the value has no text: to make that is a
 * member's work. Used by one thread.
 */
public final class LoopVerdicts {
    /** In JSON, with the name of the set that comes with the program. */
    private static final int JSON_BYTES = 199;

    private static final int AVRO_BYTES = 46;
    private static final int SET = 1;

    private final InputForm form;
    private final String topic;
    private String topicBefore = "";
    private byte[] topicBytes = {};
    private int partitionBefore = -1;
    private byte[] partitionBytes = {};

    /**
     * Of a topic.
     *
     * @param form of the records; verdicts have the same, or the compact one beside 100-byte records
     */
    public LoopVerdicts(InputForm form, String topic) {
        this.form = form;
        this.topic = topic;
    }

    /** The topic that they go to. */
    public String topic() {
        return topic;
    }

    /** For that record. */
    public ProducerRecord<byte[], byte[]> of(ConsumerRecord<byte[], byte[]> record, long nowMs) {
        return switch (form) {
            case RECORD ->
                new ProducerRecord<>(
                        topic,
                        record.key(),
                        CompactVerdict.of(0, 0, false, SET, nowMs, record.partition(), record.offset()));
            case JSON -> withPosition(record, new byte[JSON_BYTES]);
            case AVRO, PROTOBUF -> withPosition(record, new byte[AVRO_BYTES]);
        };
    }

    private ProducerRecord<byte[], byte[]> withPosition(ConsumerRecord<byte[], byte[]> record, byte[] value) {
        if (!record.topic().equals(topicBefore)) {
            topicBefore = record.topic();
            topicBytes = bytes(topicBefore);
        }
        if (record.partition() != partitionBefore) {
            partitionBefore = record.partition();
            partitionBytes = bytes(Integer.toString(partitionBefore));
        }
        ProducerRecord<byte[], byte[]> verdict = new ProducerRecord<>(topic, record.key(), value);
        verdict.headers()
                .add("topic", topicBytes)
                .add("partition", partitionBytes)
                .add("offset", bytes(Long.toString(record.offset())));
        return verdict;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
