package com.hazelcast.certification.scoring;

import java.util.Arrays;

/**
 * The answer to a batch: one byte a transaction ({@link Answer}), and one that says whether the shard is known to have all
 * its copies. Hazelcast acknowledges with a single copy when a backup has gone, so a caller that is strict must ask.
 */
public final class BatchAnswer {
    private static final byte CONFIRMED = 1;
    private static final byte UNCONFIRMED = 0;

    private BatchAnswer() {}

    static byte[] of(byte[] answers, boolean isConfirmed) {
        byte[] all = Arrays.copyOf(answers, answers.length + 1);
        all[answers.length] = isConfirmed ? CONFIRMED : UNCONFIRMED;
        return all;
    }

    /** Whether all copies of the shard were seen with the members that its owner saw when it answered. */
    public static boolean isConfirmed(byte[] batchAnswer) {
        return batchAnswer[batchAnswer.length - 1] == CONFIRMED;
    }
}
