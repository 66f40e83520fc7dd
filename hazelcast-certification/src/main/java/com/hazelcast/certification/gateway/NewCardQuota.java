package com.hazelcast.certification.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many new cards one client may open: a bucket that holds a burst and is filled at a rate. It is charged when answers say
 * that cards were new, so a client may pass it by what it has in flight; it then waits that much longer. Thread-safe; one
 * short lock a batch. Without a bound it costs nothing.
 */
public final class NewCardQuota {
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int perSecond;
    private final int burst;
    private final LongSupplier clockNs;

    @GuardedBy("this")
    private double left;

    @GuardedBy("this")
    private long filledNs;

    /**
     * A full bucket.
     *
     * @param perSecond 0: no bound
     * @param clockNs as {@code System.nanoTime()}
     */
    public NewCardQuota(int perSecond, int burst, LongSupplier clockNs) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.clockNs = clockNs;
        this.left = burst;
        this.filledNs = clockNs.getAsLong();
    }

    /** With how many a second it is filled; 0: no bound. */
    public int perSecond() {
        return perSecond;
    }

    /** Whether the client may open no new card now. */
    public boolean isUsedUp() {
        return perSecond > 0 && filled() < 1;
    }

    /** In how many whole seconds it will not be used up, if nothing is charged until then; at least 1. */
    public int secondsUntilFree() {
        double missing = perSecond > 0 ? Math.max(0, 1 - filled()) : 0;
        return (int) Math.max(1, Math.ceil(missing / Math.max(1, perSecond)));
    }

    /** Whether the client has used nothing of it that has not been filled again. */
    boolean isFull() {
        return perSecond == 0 || filled() >= burst;
    }

    /** The client has opened that many new cards. */
    public void charge(int newCards) {
        if (perSecond > 0) {
            synchronized (this) {
                fill();
                left -= newCards;
            }
        }
    }

    private synchronized double filled() {
        fill();
        return left;
    }

    @GuardedBy("this")
    private void fill() {
        long nowNs = clockNs.getAsLong();
        left = Math.min(burst, left + (nowNs - filledNs) / NS_PER_SECOND * perSecond);
        filledNs = nowNs;
    }
}
