package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The member's answer to a hello: what the client must keep to.
 *
 * <pre>
 *  0          4     5         9           11          13          17          21          25      29
 *  | length 4 |type1| magic 4 | version 2 | batches 2 | records 4 | frame 4   | idle 4    | CRC 4 |
 * </pre>
 *
 * @param batchesInFlightMax batches without an answer; the member stops reading when there are as many
 * @param recordsPerBatchMax records in a batch
 * @param frameSizeBytesMax bytes in a frame, its length field included
 * @param idleMs the member ends a connection that has been silent for so long
 */
public record MemberHello(int batchesInFlightMax, int recordsPerBatchMax, int frameSizeBytesMax, int idleMs) {
    private static final int MAGIC_OFFSET = Frame.BODY_OFFSET;
    private static final int VERSION_OFFSET = MAGIC_OFFSET + Integer.BYTES;
    private static final int BATCHES_OFFSET = VERSION_OFFSET + Short.BYTES;
    private static final int RECORDS_OFFSET = BATCHES_OFFSET + Short.BYTES;
    private static final int FRAME_OFFSET = RECORDS_OFFSET + Integer.BYTES;
    private static final int IDLE_OFFSET = FRAME_OFFSET + Integer.BYTES;

    /** Size of the frame. */
    public static final int SIZE_BYTES = IDLE_OFFSET + Integer.BYTES + Frame.CRC_SIZE_BYTES;

    /**
     * Writes the frame.
     *
     * @param version that the client has said hello with
     */
    public ByteBuf write(ByteBufAllocator allocator, int version) {
        ByteBuf frame = Frame.begin(allocator, FrameType.MEMBER_HELLO, SIZE_BYTES)
                .writeInt(ProtocolLimits.MAGIC)
                .writeShort(version)
                .writeShort(batchesInFlightMax)
                .writeInt(recordsPerBatchMax)
                .writeInt(frameSizeBytesMax)
                .writeInt(idleMs);
        return Frame.end(frame);
    }

    /**
     * Reads a whole frame.
     *
     * @throws ProtocolException when it is something else, of another version, or announces nothing that one can keep to
     */
    public static MemberHello read(ByteBuf frame) {
        int start = frame.readerIndex();
        boolean hasMagic = frame.readableBytes() >= BATCHES_OFFSET
                && Frame.type(frame) == FrameType.MEMBER_HELLO
                && frame.getInt(start + MAGIC_OFFSET) == ProtocolLimits.MAGIC;
        if (!hasMagic) {
            throw new ProtocolException(
                    ErrorCode.WRONG_MAGIC, "the first frame is no member hello; is this a gateway?");
        }
        int unused = ClientHello.requireVersion(frame.getUnsignedShort(start + VERSION_OFFSET));
        Frame.requireSize(frame, SIZE_BYTES);
        MemberHello hello = new MemberHello(
                frame.getUnsignedShort(start + BATCHES_OFFSET),
                frame.getInt(start + RECORDS_OFFSET),
                frame.getInt(start + FRAME_OFFSET),
                frame.getInt(start + IDLE_OFFSET));
        if (hello.batchesInFlightMax < 1
                || hello.recordsPerBatchMax < 1
                || hello.recordsPerBatchMax > ProtocolLimits.RECORDS_PER_BATCH_MAX
                || hello.idleMs < 1) {
            throw new ProtocolException(ErrorCode.MALFORMED_FRAME, "a member hello with wrong limits: " + hello);
        }
        return hello;
    }
}
