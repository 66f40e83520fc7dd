package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.shard.MembersView;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * What an owner answers to cards that are to be opened: what became of each, in their order, how far they are safe, and the view of the members
 * that it saw. Members of releases before answer what became of the cards alone, and read no more than that.
 *
 * <pre>
 *  0                cards   + 1       + 9
 *  | one byte a card | state | view 8 |
 * </pre>
 */
final class OpeningAnswer {
    /** How far the cards are safe. */
    enum State {
        /** The owner had confirmed that all copies are there; it is to look again. */
        CONFIRMED,
        /** It had not. */
        UNCONFIRMED,
        /** There is nothing to wait for: no card is open by that call, or its owner states nothing. */
        SETTLED
    }

    private OpeningAnswer() {}

    static byte[] of(byte[] openings, State state, long view) {
        return ByteBuffer.allocate(openings.length + 1 + Long.BYTES)
                .put(openings)
                .put((byte) state.ordinal())
                .putLong(view)
                .array();
    }

    static byte[] settled(byte[] openings) {
        return of(openings, State.SETTLED, MembersView.NONE);
    }

    /** @param count of the cards that were to be opened */
    static State state(byte[] answer, int count) {
        return answer.length == count ? State.SETTLED : State.values()[answer[count]];
    }

    /** The view of an owner that had confirmed that all copies are there; empty: it had not. */
    static OptionalLong confirmedView(byte[] answer, int count) {
        return state(answer, count) == State.CONFIRMED
                ? OptionalLong.of(ByteBuffer.wrap(answer).getLong(count + 1))
                : OptionalLong.empty();
    }
}
