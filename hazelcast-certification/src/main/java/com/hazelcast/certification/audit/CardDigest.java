package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;

/**
 * What a copy of a shard holds of a card up to a time, as 64 bits. Counts everything that a union of copies looks at: each entry with its verdict,
 * tag, label and whether it was decided promptly, how many there are, and whether the card has dropped some for room. What is newer does not
 * count. Two copies that differ have the same bits with a probability of 2^-64.
 */
final class CardDigest {
    private static final long INT_MASK = 0xffff_ffffL;

    /** Above the outcome, in a word of the digest; none of them touches another. */
    private static final int TAG_SHIFT = Integer.SIZE;

    private static final int LABEL_SHIFT = 40;
    private static final int PROMPT_SHIFT = 42;
    private static final int VERDICT_SHIFT = 44;

    private CardDigest() {}

    /** Of that card, whose history is open; one that has entries. Leaves the walk anywhere. Costs a walk, and two where it has dropped entries. */
    static long of(long card, CardHistory history, long upToMs) {
        boolean hasDropped = history.droppedUpToMs() != Long.MIN_VALUE;
        long digest = CardHash.of(card) + (hasDropped ? 1 : 0);
        int entries = 0;
        history.rewind();
        while (history.next()) {
            if (history.timeMs() <= upToMs) {
                digest = with(digest, history);
                entries++;
            }
        }
        return CardHash.of(digest ^ entries);
    }

    private static long with(long digest, CardHistory entry) {
        long next = CardHash.of(digest ^ entry.times());
        next = CardHash.of(next ^ entry.payment());
        return CardHash.of(next
                ^ (entry.outcome() & INT_MASK)
                ^ (long) entry.tag() << TAG_SHIFT
                ^ (long) entry.label() << LABEL_SHIFT
                ^ (entry.isPrompt() ? 1L << PROMPT_SHIFT : 0)
                ^ (long) entry.verdict() << VERDICT_SHIFT);
    }
}
