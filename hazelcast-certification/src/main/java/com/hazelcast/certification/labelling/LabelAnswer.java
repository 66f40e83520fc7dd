package com.hazelcast.certification.labelling;

import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.shard.MembersView;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * What an owner answers to labels: how far they are safe, the view of the members that it saw, and a result for each.
 *
 * <pre>
 *  0       1        9        + 1
 *  | state | view 8 | result | ...
 * </pre>
 */
final class LabelAnswer {
    /** How far the labels are safe. */
    enum State {
        /** The owner had confirmed that all copies are there; it is to look again. */
        CONFIRMED,
        /** It had not. */
        UNCONFIRMED,
        /** There is nothing to wait for: no label was taken, or the shard is to have no backup. */
        SETTLED,
        /** Nothing was taken: the shard, or more of it, may still come, or the log cannot be written now. */
        AWAITED
    }

    private static final int RESULTS_OFFSET = 1 + Long.BYTES;

    private LabelAnswer() {}

    static byte[] of(State state, long view, LabelResult[] results) {
        ByteBuffer all = ByteBuffer.allocate(RESULTS_OFFSET + results.length)
                .put((byte) state.ordinal())
                .putLong(view);
        for (LabelResult result : results) {
            all.put((byte) result.ordinal());
        }
        return all.array();
    }

    static byte[] awaited() {
        return of(State.AWAITED, MembersView.NONE, new LabelResult[0]);
    }

    static State state(byte[] answer) {
        return State.values()[answer[0]];
    }

    /** The view of an owner that had confirmed that all copies are there; empty: it had not. */
    static OptionalLong confirmedView(byte[] answer) {
        return state(answer) == State.CONFIRMED
                ? OptionalLong.of(ByteBuffer.wrap(answer).getLong(1))
                : OptionalLong.empty();
    }

    static LabelResult[] results(byte[] answer) {
        LabelResult[] results = new LabelResult[answer.length - RESULTS_OFFSET];
        for (int i = 0; i < results.length; i++) {
            results[i] = LabelResult.values()[answer[RESULTS_OFFSET + i]];
        }
        return results;
    }
}
