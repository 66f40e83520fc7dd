package com.hazelcast.certification.kafka.records;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.jspecify.annotations.Nullable;

/** The size of a record is never less than the one by which Kafka's producer refuses it. */
class RecordSizeTest {
    private static final int NULL = -1;

    private static byte @Nullable [] bytes(int length) {
        return length == NULL ? null : new byte[length];
    }

    @Property
    void shouldBeAtLeastWhatTheProducerCountsAndLittleMore(
            @ForAll @IntRange(min = NULL, max = 70_000) int key,
            @ForAll @IntRange(min = NULL, max = 1_100_000) int value,
            @ForAll @IntRange(max = 20) int headers,
            @ForAll @IntRange(min = NULL, max = 20_000) int header) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("topic", bytes(key), bytes(value));
        for (int i = 0; i < headers; i++) {
            record.headers().add("h\u00e4\u20ac" + i, bytes(header));
        }
        int counted = AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE,
                CompressionType.NONE,
                record.key(),
                record.value(),
                record.headers().toArray());
        assertThat(RecordSize.boundBytes(record)).isBetween((long) counted, counted + 64L + headers * 16L);
    }
}
