package com.hazelcast.certification.backtest;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Lets scoring come first: when the member has scored while a slice was out, the thread that hands slices in waits for {@value
 * #PAUSE_NS} ns before the next. So the two threads of a partition thread take half of it at most, and a member that scores nothing
 * loses no time. Behind a slice that took long it waits {@value #TIMES_WHEN_SLOW} times as long as that: the partition thread has much to
 * do, or runs the rules for the first time, before they are compiled to machine code. For one thread.
 */
final class SlicePacing {
    /** A thread that waits three times as long as a slice takes is at its slices for a quarter of the time. */
    static final long PAUSE_NS = 3 * BacktestRun.SLICE_NS;

    /** From hand-in to answer; a slice that found another one on its partition thread takes no longer. */
    static final long SLOW_NS = 2 * BacktestRun.SLICE_NS;

    static final int TIMES_WHEN_SLOW = 10;

    /** However long it took: a member that scores all the time must come to the end of it. */
    static final long PAUSE_MAX_NS = 200 * BacktestRun.SLICE_NS;

    private final LongSupplier scored;
    private final LongConsumer pause;
    private long seen;

    /**
     * For a thread that is to hand in its first slice.
     *
     * @param scored what the member has scored so far
     * @param pause waits for so many nanoseconds
     */
    SlicePacing(LongSupplier scored, LongConsumer pause) {
        this.scored = scored;
        this.pause = pause;
        this.seen = scored.getAsLong();
    }

    /**
     * After each slice.
     *
     * @param tookNs from its hand-in to its answer
     */
    void sliceDone(long tookNs) {
        long now = scored.getAsLong();
        if (now != seen) {
            seen = now;
            pause.accept(tookNs <= SLOW_NS ? PAUSE_NS : Math.min(TIMES_WHEN_SLOW * tookNs, PAUSE_MAX_NS));
        }
    }
}
