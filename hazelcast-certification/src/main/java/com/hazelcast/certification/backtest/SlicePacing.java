package com.hazelcast.certification.backtest;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Lets scoring come first: when the member has scored while a slice was out, the thread that hands slices in waits for {@value
 * #PAUSE_NS} ns before the next. So the two threads of a partition thread take half of it at most, and a member that scores nothing
 * loses no time. For one thread.
 */
final class SlicePacing {
    /** A thread that waits three times as long as a slice takes is at its slices for a quarter of the time. */
    static final long PAUSE_NS = 3 * BacktestRun.SLICE_NS;

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

    /** After each slice. */
    void sliceDone() {
        long now = scored.getAsLong();
        if (now != seen) {
            seen = now;
            pause.accept(PAUSE_NS);
        }
    }
}
