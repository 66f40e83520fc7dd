package com.hazelcast.certification.kafka.records;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** How large a record is for Kafka's producer, which aborts a transaction with one that is too large. Pure. */
public final class RecordSize {
    /** The header of a batch, and what stands before key, value and headers of its first record: 97 bytes at most. */
    private static final int OVERHEAD_BYTES = 128;

    /** The lengths of a header's name and value. */
    private static final int HEADER_OVERHEAD_BYTES = 10;

    /** Bytes of a character of a name in UTF-8, at most. */
    private static final int CHAR_BYTES_MAX = 3;

    private RecordSize() {}

    /** At least what the producer compares with its limit, and little more. */
    public static long boundBytes(ProducerRecord<byte[], byte[]> record) {
        long size = (long) OVERHEAD_BYTES + length(record.key()) + length(record.value());
        // An array, which is a shared one where there are none: an iterator would be made for each record.
        for (Header header : record.headers().toArray()) {
            size += HEADER_OVERHEAD_BYTES + (long) CHAR_BYTES_MAX * header.key().length() + length(header.value());
        }
        return size;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
