package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The answers to a batch of a client that has said hello with version 1, 2 or 3: one byte a record in the batch's order.
 *
 * <pre>
 *  0          4     5                13        17                      n-4      n
 *  | length 4 |type1| batch number 8 | count 4 | count answers, 1 each | CRC 4 |
 *
 *  answer: 00vvvvvv scored now, verdict v    01vvvvvv duplicate, recorded verdict v    10rrrrrr rejected, reason r
 *          11000000 deferred: no answer yet, send it again later
 * </pre>
 *
 * <p>Verdict 63 stands for each rule from number 63 on, and for a sum of points that has decided; 0 for no rule, and for one that approves:
 * {@link DecisionFrame} says more.
 */
public final class AnswerFrame {
    /** Bits that hold the kind of an answer, and their values. */
    public static final int KIND_MASK = 0xc0;

    public static final int SCORED = 0x00;
    public static final int DUPLICATE = 0x40;
    public static final int REJECTED = 0x80;

    /** Only to who has said hello with version 3 or above. */
    public static final int DEFERRED = 0xc0;

    /** Bits of the verdict or the reason. */
    public static final int VALUE_MASK = 0x3f;

    private static final int NUMBER_OFFSET = Frame.BODY_OFFSET;
    private static final int COUNT_OFFSET = NUMBER_OFFSET + Long.BYTES;
    private static final int ANSWERS_OFFSET = COUNT_OFFSET + Integer.BYTES;

    private AnswerFrame() {}

    /** Size of the frame of so many answers. */
    public static int sizeBytes(int count) {
        return ANSWERS_OFFSET + count + Frame.CRC_SIZE_BYTES;
    }

    public static ByteBuf write(ByteBufAllocator allocator, long number, byte[] answers) {
        ByteBuf frame = Frame.begin(allocator, FrameType.ANSWER, sizeBytes(answers.length))
                .writeLong(number)
                .writeInt(answers.length)
                .writeBytes(answers);
        return Frame.end(frame);
    }

    /**
     * The count of a whole frame, checked against its length.
     *
     * @throws ProtocolException when they do not fit
     */
    public static int count(ByteBuf frame) {
        return count(frame, 1);
    }

    static int count(ByteBuf frame, int answerSizeBytes) {
        if (frame.readableBytes() < sizeBytes(0)) {
            throw new ProtocolException(
                    ErrorCode.MALFORMED_FRAME, "too short for an answer: frameSizeBytes=" + frame.readableBytes());
        }
        int count = frame.getInt(frame.readerIndex() + COUNT_OFFSET);
        if (count < 1 || count > ProtocolLimits.RECORDS_PER_BATCH_MAX) {
            throw new ProtocolException(ErrorCode.COUNT_OUT_OF_RANGE, "an answer of no batch: count=" + count);
        }
        Frame.requireSize(frame, sizeBytes(count * answerSizeBytes));
        return count;
    }

    public static long number(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + NUMBER_OFFSET);
    }

    /** The answer to the record with that index in the batch. */
    public static byte answer(ByteBuf frame, int index) {
        return frame.getByte(frame.readerIndex() + ANSWERS_OFFSET + index);
    }
}
