package com.hazelcast.certification.shard;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.LongSupplier;

/** Lets one line a second into a log and counts what goes without, so that a flood fills no disk. Thread-safe. */
public final class LineLimit {
    private static final long LINE_INTERVAL_NS = 1_000_000_000L;

    private final LongSupplier nanoClock;

    @GuardedBy("this")
    private long nextLineNs;

    @GuardedBy("this")
    private long sinceLastLine;

    /** @param nanoClock as {@code System.nanoTime()} */
    public LineLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.nextLineNs = nanoClock.getAsLong();
    }

    /**
     * So many more have happened.
     *
     * @return how many a line that is written now stands for, these included; 0: no line now
     */
    public synchronized long add(long count) {
        sinceLastLine += count;
        long nowNs = nanoClock.getAsLong();
        if (nowNs - nextLineNs < 0) {
            return 0;
        }
        nextLineNs = nowNs + LINE_INTERVAL_NS;
        long standsFor = sinceLastLine;
        sinceLastLine = 0;
        return standsFor;
    }
}
