package com.hazelcast.certification.scoring;

/**
 * The one bit that a backup must know beyond the transaction and its verdict: that the owner, out of memory, dropped the
 * card's oldest chunk to make room. It travels in the lowest of the spare bits of the transaction's first word and is
 * never stored.
 */
final class OutcomeLayout {
    private static final long RECYCLED = 1;

    private OutcomeLayout() {}

    static long withRecycled(long times) {
        return times | RECYCLED;
    }

    static boolean isRecycled(long times) {
        return (times & RECYCLED) != 0;
    }

    static long withoutRecycled(long times) {
        return times & ~RECYCLED;
    }
}
