package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.Fields;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.util.ArrayList;
import java.util.List;

/** A stream of bytes as a reader frames it. */
final class FramedStream {
    /** Most bytes in a read. */
    static final int READ_MAX = 400;

    private FramedStream() {}

    /** Reads a stream as a reader does, in reads of the sizes given over and over; keeps what happens as text. */
    static List<String> events(byte[] stream, List<Integer> readSizes) {
        List<String> events = new ArrayList<>();
        RecordFramer framer =
                new RecordFramer((reason, bytes, offset, length) -> events.add(reason + " " + bytes[offset]));
        byte[] buffer = new byte[READ_MAX + WireRecord.SIZE_BYTES];
        byte[] transactions =
                new byte[buffer.length / WireRecord.SIZE_BYTES * TransactionLayout.TRANSACTION_SIZE_BYTES];
        int kept = 0;
        int index = 0;
        for (int read = 0; index < stream.length; read++) {
            int size = Math.min(readSizes.get(read % readSizes.size()), stream.length - index);
            System.arraycopy(stream, index, buffer, kept, size);
            index += size;
            int length = kept + size;
            int count = framer.parse(buffer, length, transactions);
            for (int i = 0; i < count; i++) {
                events.add("card " + Fields.at(transactions, i).card());
            }
            kept = length - framer.consumed();
            assertThat(kept).as("bytes kept").isBetween(0, 99);
            System.arraycopy(buffer, framer.consumed(), buffer, 0, kept);
        }
        framer.end(buffer, kept);
        return events;
    }
}
