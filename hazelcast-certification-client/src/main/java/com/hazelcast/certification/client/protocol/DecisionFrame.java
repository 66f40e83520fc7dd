package com.hazelcast.certification.client.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The answers to a batch of a client that has said hello with version 4: eight bytes a record in the batch's order, with the action
 * and the set of rules.
 *
 * <pre>
 *  0          4     5                13        17                      n-4      n
 *  | length 4 |type1| batch number 8 | count 4 | count answers, 8 each | CRC 4 |
 *
 *  answer: | kind 1 | action 1 | rule or reason 2 | set 4 |
 * </pre>
 *
 * <p>The kind is one of {@link AnswerFrame}'s. Action and set are 0 of what is rejected or deferred.
 */
public final class DecisionFrame {
    private static final int NUMBER_OFFSET = Frame.BODY_OFFSET;
    private static final int COUNT_OFFSET = NUMBER_OFFSET + Long.BYTES;
    private static final int ANSWERS_OFFSET = COUNT_OFFSET + Integer.BYTES;
    private static final int ANSWER_SIZE_BYTES = Long.BYTES;
    private static final int ACTION_OFFSET = 1;
    private static final int VALUE_OFFSET = 2;
    private static final int SET_OFFSET = 4;

    private DecisionFrame() {}

    /** Size of the frame of so many answers. */
    public static int sizeBytes(int count) {
        return ANSWERS_OFFSET + count * ANSWER_SIZE_BYTES + Frame.CRC_SIZE_BYTES;
    }

    /** Begins a frame; {@link #add} follows for each record, then {@link #end}. */
    public static ByteBuf begin(ByteBufAllocator allocator, long number, int count) {
        return Frame.begin(allocator, FrameType.ANSWER, sizeBytes(count))
                .writeLong(number)
                .writeInt(count);
    }

    /**
     * Adds the answer to the next record.
     *
     * @param kind of {@link AnswerFrame}
     * @param action 0 approve, 1 challenge, 2 review, 3 decline
     * @param value number of the rule that decided, 0 for none; or the reason of a rejection
     * @param set number of the set of rules
     */
    public static void add(ByteBuf frame, int kind, int action, int value, int set) {
        frame.writeByte(kind).writeByte(action).writeShort(value).writeInt(set);
    }

    /** Ends the frame, to which all answers have been added. */
    public static ByteBuf end(ByteBuf frame) {
        return Frame.end(frame);
    }

    /**
     * The count of a whole frame, checked against its length.
     *
     * @throws ProtocolException when they do not fit
     */
    public static int count(ByteBuf frame) {
        return AnswerFrame.count(frame, ANSWER_SIZE_BYTES);
    }

    public static long number(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + NUMBER_OFFSET);
    }

    /** The kind of the answer to the record with that index in the batch. */
    public static int kind(ByteBuf frame, int index) {
        return frame.getUnsignedByte(offset(frame, index));
    }

    public static int action(ByteBuf frame, int index) {
        return frame.getUnsignedByte(offset(frame, index) + ACTION_OFFSET);
    }

    /** Number of the rule, or the reason of a rejection. */
    public static int value(ByteBuf frame, int index) {
        return frame.getUnsignedShort(offset(frame, index) + VALUE_OFFSET);
    }

    public static int set(ByteBuf frame, int index) {
        return frame.getInt(offset(frame, index) + SET_OFFSET);
    }

    private static int offset(ByteBuf frame, int index) {
        return frame.readerIndex() + ANSWERS_OFFSET + index * ANSWER_SIZE_BYTES;
    }
}
