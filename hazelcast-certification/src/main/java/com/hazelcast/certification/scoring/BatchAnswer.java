package com.hazelcast.certification.scoring;

import com.hazelcast.certification.shard.MembersView;
import java.nio.ByteBuffer;

/**
 * The answer to a batch: two bytes a transaction ({@link Answer}, big-endian), then, for a caller that is strict, the owner's view of the
 * members ({@link MembersView}), the run's number, which its backups get too ({@link AppliedHere}), and whether the shard is known to have
 * its copies. Hazelcast acknowledges with a single copy
 * when a backup is lost, so such a caller must ask. A batch that was not scored, because its shard may still come, is unscored.
 *
 * <pre>
 *   0        2 count     + 8         + 16        + 17
 *   +--------+-----------+-----------+-----------+
 *   | answers| view      | run       | state     |
 *   +--------+-----------+-----------+-----------+
 * </pre>
 */
public final class BatchAnswer {
    private static final byte CONFIRMED = 1;
    private static final byte UNCONFIRMED = 0;
    private static final byte UNSCORED = 2;
    private static final int TRAILER_SIZE_BYTES = 2 * Long.BYTES + 1;

    /** The number of no run. */
    static final long NO_RUN = 0;

    private BatchAnswer() {}

    static byte[] of(short[] answers, boolean isConfirmed, long view, long run) {
        int answersSize = answers.length * Short.BYTES;
        ByteBuffer all = ByteBuffer.allocate(answersSize + TRAILER_SIZE_BYTES);
        all.asShortBuffer().put(answers);
        all.position(answersSize);
        return all.putLong(view)
                .putLong(run)
                .put(isConfirmed ? CONFIRMED : UNCONFIRMED)
                .array();
    }

    /** The answers to the transactions. */
    public static short[] answers(byte[] batchAnswer) {
        short[] answers = new short[count(batchAnswer)];
        ByteBuffer.wrap(batchAnswer).asShortBuffer().get(answers);
        return answers;
    }

    /** Nothing was scored, and the bytes answer nothing: the batch is to be submitted again when its shard has come. */
    public static byte[] unscored(int count) {
        byte[] all = of(new short[count], false, MembersView.NONE, NO_RUN);
        all[all.length - 1] = UNSCORED;
        return all;
    }

    /** Whether the batch was scored, confirmed or not. */
    public static boolean isScored(byte[] batchAnswer) {
        return batchAnswer[batchAnswer.length - 1] != UNSCORED;
    }

    /** No copy matters: the shard is not there and nothing is held, or it is to have no backups. */
    static byte[] withoutCopies(short[] answers) {
        return of(answers, true, MembersView.NONE, NO_RUN);
    }

    /** How many transactions it answers; below 0 when it is no answer. */
    public static int count(byte[] batchAnswer) {
        return (batchAnswer.length - TRAILER_SIZE_BYTES) / Short.BYTES;
    }

    /** The same answer, of an owner that is not known to see still what it saw then. */
    public static byte[] unconfirmed(byte[] batchAnswer) {
        byte[] all = batchAnswer.clone();
        all[all.length - 1] = UNCONFIRMED;
        return all;
    }

    /** Whether the shard was known to have its copies when its owner began to score the batch. */
    public static boolean isConfirmed(byte[] batchAnswer) {
        return batchAnswer[batchAnswer.length - 1] == CONFIRMED;
    }

    /**
     * Whether the answer must be compared with a later look of the owner: Hazelcast reads the list of members again when it
     * sends the backup, and leaves out a member that has left since.
     */
    public static boolean needsLaterLook(byte[] batchAnswer) {
        return isConfirmed(batchAnswer) && view(batchAnswer) != MembersView.NONE;
    }

    /** The number of the view of the members that the owner had when it began. */
    public static long view(byte[] batchAnswer) {
        return ByteBuffer.wrap(batchAnswer).getLong(batchAnswer.length - TRAILER_SIZE_BYTES);
    }

    /** The number of the run that gave the answer; no other run of any member has it. */
    public static long run(byte[] batchAnswer) {
        return ByteBuffer.wrap(batchAnswer).getLong(batchAnswer.length - TRAILER_SIZE_BYTES + Long.BYTES);
    }
}
