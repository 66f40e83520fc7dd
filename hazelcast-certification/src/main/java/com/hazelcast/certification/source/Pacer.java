package com.hazelcast.certification.source;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Spreads records evenly over time, over all connections together: each block of records takes the next stretch of time and
 * waits for its beginning. What a hiccup of a thread has cost is made up for; what nobody read for longer is not, unless the
 * schedule is kept. Thread-safe.
 */
final class Pacer {
    private static final double NS_PER_SECOND = 1e9;
    private static final int BLOCKS_PER_SECOND = 1_000;
    private static final long CATCH_UP_NS = 20_000_000;

    /** Who wakes up within this time after a block was due is not late. */
    private static final long LATE_NS = 5_000_000;

    private final long recordsPerSecond;
    private final boolean keepsSchedule;
    private final LongSupplier nanoClock;
    private final LongConsumer sleepNs;
    private final LongAdder lateNs = new LongAdder();

    /** Both guarded by this. */
    private boolean hasBegun;

    private long nextNs;

    /**
     * A pacer whose schedule begins with the first block.
     *
     * @param recordsPerSecond 0: as fast as they are read
     * @param keepsSchedule whether every record stays due at its time, however long nobody reads
     */
    Pacer(long recordsPerSecond, boolean keepsSchedule) {
        this(recordsPerSecond, keepsSchedule, System::nanoTime, LockSupport::parkNanos);
    }

    /** As above, by that clock; {@code sleepNs} waits for so long at most. */
    Pacer(long recordsPerSecond, boolean keepsSchedule, LongSupplier nanoClock, LongConsumer sleepNs) {
        this.recordsPerSecond = recordsPerSecond;
        this.keepsSchedule = keepsSchedule;
        this.nanoClock = nanoClock;
        this.sleepNs = sleepNs;
    }

    /** Records in a block: what a millisecond brings, within bounds. */
    int blockRecords(int most) {
        return recordsPerSecond == 0 ? most : (int) Math.max(1, Math.min(most, recordsPerSecond / BLOCKS_PER_SECOND));
    }

    /**
     * Waits until that many records are due.
     *
     * @return for how many nanoseconds they have been due; 0 without a rate
     */
    long await(int records) {
        if (recordsPerSecond == 0) {
            return 0;
        }
        long nowNs = nanoClock.getAsLong();
        long dueNs = claim(records, nowNs);
        boolean isHeldBack = nowNs >= dueNs;
        while (nowNs < dueNs) {
            sleepNs.accept(dueNs - nowNs);
            nowNs = nanoClock.getAsLong();
        }
        if (!isHeldBack && nowNs - dueNs > LATE_NS) {
            lateNs.add(nowNs - dueNs);
        }
        return nowNs - dueNs;
    }

    /** By how much threads that waited for a block woke up late, added up; short times do not count. */
    long lateNs() {
        return lateNs.sum();
    }

    private synchronized long claim(int records, long nowNs) {
        if (!hasBegun || (!keepsSchedule && nowNs - nextNs > CATCH_UP_NS)) {
            nextNs = hasBegun ? nowNs - CATCH_UP_NS : nowNs;
            hasBegun = true;
        }
        long dueNs = nextNs;
        nextNs += (long) (records * NS_PER_SECOND / recordsPerSecond);
        return dueNs;
    }
}
