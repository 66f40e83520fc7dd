package com.hazelcast.certification.source;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Spreads records evenly over time, over all connections together: each block of records books the next stretch of time and
 * waits for its beginning. What a hiccup of a thread has cost is made up for; what nobody read for longer is not. Thread-safe.
 */
final class Pacer {
    private static final double NS_PER_SECOND = 1e9;
    private static final int BLOCKS_PER_SECOND = 1_000;
    private static final long CATCH_UP_NS = 20_000_000;

    private final long recordsPerSecond;
    private final AtomicLong nextNs = new AtomicLong(System.nanoTime());

    /** @param recordsPerSecond 0: as fast as they are read */
    Pacer(long recordsPerSecond) {
        this.recordsPerSecond = recordsPerSecond;
    }

    /** Records in a block: what a millisecond brings, within bounds. */
    int blockRecords(int most) {
        return recordsPerSecond == 0 ? most : (int) Math.max(1, Math.min(most, recordsPerSecond / BLOCKS_PER_SECOND));
    }

    /** Waits until that many records may be sent. */
    void await(int records) {
        if (recordsPerSecond == 0) {
            return;
        }
        long stretchNs = (long) (records * NS_PER_SECOND / recordsPerSecond);
        long nowNs = System.nanoTime();
        long startNs = nextNs.getAndUpdate(next -> Math.max(next, nowNs - CATCH_UP_NS) + stretchNs);
        long waitNs = startNs - nowNs;
        while (waitNs > 0) {
            LockSupport.parkNanos(waitNs);
            waitNs = startNs - System.nanoTime();
        }
    }
}
