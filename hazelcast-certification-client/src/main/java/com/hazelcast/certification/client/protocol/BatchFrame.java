package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;

/**
 * Records on their way to a member.
 *
 * <pre>
 *  0          4     5                13        17                              n-4      n
 *  | length 4 |type1| batch number 8 | count 4 | count records, 100 or 28 each | CRC 4 |
 * </pre>
 */
public final class BatchFrame {
    private static final int NUMBER_OFFSET = Frame.BODY_OFFSET;
    private static final int COUNT_OFFSET = NUMBER_OFFSET + Long.BYTES;

    /** Where the records begin. */
    public static final int RECORDS_OFFSET = COUNT_OFFSET + Integer.BYTES;

    private BatchFrame() {}

    /** Size of the frame of a batch. */
    public static int sizeBytes(int count, RecordFormat format) {
        return RECORDS_OFFSET + count * format.recordSizeBytes() + Frame.CRC_SIZE_BYTES;
    }

    /**
     * Writes a batch.
     *
     * @param records each of the format's size
     */
    public static ByteBuf write(ByteBufAllocator allocator, long number, List<byte[]> records, RecordFormat format) {
        int count = records.size();
        ByteBuf frame = Frame.begin(allocator, FrameType.BATCH, sizeBytes(count, format))
                .writeLong(number)
                .writeInt(count);
        for (byte[] record : records) {
            frame.writeBytes(record, 0, format.recordSizeBytes());
        }
        return Frame.end(frame);
    }

    public static long number(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + NUMBER_OFFSET);
    }

    /**
     * The count of a batch, checked against the length and the limit.
     *
     * @throws ProtocolException when it is not 1 to the limit, or the frame is not as long as it says
     */
    public static int count(ByteBuf frame, RecordFormat format, int recordsMax) {
        if (frame.readableBytes() < RECORDS_OFFSET + Frame.CRC_SIZE_BYTES) {
            throw new ProtocolException(
                    ErrorCode.MALFORMED_FRAME, "too short for a batch: frameSizeBytes=" + frame.readableBytes());
        }
        int count = frame.getInt(frame.readerIndex() + COUNT_OFFSET);
        if (count < 1 || count > recordsMax) {
            throw new ProtocolException(
                    ErrorCode.COUNT_OUT_OF_RANGE, "a batch has 1 to " + recordsMax + " records: count=" + count);
        }
        Frame.requireSize(frame, sizeBytes(count, format));
        return count;
    }
}
