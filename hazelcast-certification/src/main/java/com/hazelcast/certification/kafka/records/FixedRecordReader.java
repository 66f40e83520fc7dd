package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the 100-byte record. Tools that send lines leave the newline out, and may leave out the NULs before it. */
final class FixedRecordReader implements TransactionReader {
    private final byte[] whole = new byte[WireRecord.SIZE_BYTES];

    @Override
    public @Nullable String read(byte[] value, @Nullable String reference, byte[] target, int offset)
            throws UnreadableRecord {
        byte[] record = value.length == WireRecord.SIZE_BYTES ? value : completed(value);
        int parsed = RecordParser.parse(record, 0, target, offset);
        if (parsed != RecordParser.OK) {
            throw new UnreadableRecord(Rejection.of(parsed));
        }
        if (reference != null) {
            TransactionLayout.putReference(target, offset, Reference.hash(reference));
        }
        return reference;
    }

    private byte[] completed(byte[] value) throws UnreadableRecord {
        if (value.length > WireRecord.NEWLINE_INDEX) {
            throw new UnreadableRecord(Rejection.LENGTH);
        }
        System.arraycopy(value, 0, whole, 0, value.length);
        Arrays.fill(whole, value.length, WireRecord.NEWLINE_INDEX, WireRecord.PADDING);
        whole[WireRecord.NEWLINE_INDEX] = WireRecord.NEWLINE;
        return whole;
    }
}
