package com.hazelcast.certification.scoring;

import java.util.BitSet;

/**
 * Which transactions of a batch were decided promptly ({@link com.hazelcast.certification.history.HistoryLimits#isPrompt}), on their way to a
 * backup or into the log: a byte where that is all of them or none, and else the bit set behind that byte. Stateless.
 */
final class PromptBits {
    /** None is. */
    static final byte NONE = 0;

    /** All are. */
    static final byte ALL = 1;

    /** A bit set follows. */
    static final byte SOME = 2;

    private PromptBits() {}

    /** What is written of the bits of so many transactions. */
    static byte kind(BitSet prompt, int count) {
        if (prompt.isEmpty()) {
            return NONE;
        }
        return prompt.cardinality() == count ? ALL : SOME;
    }

    /** The bits of so many transactions that are all prompt. */
    static BitSet all(int count) {
        BitSet all = new BitSet(count);
        all.set(0, count);
        return all;
    }
}
