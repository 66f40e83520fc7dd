package com.hazelcast.certification.kafka;

/** A bound on the records a second that are taken, on average over some tenths of a second. Used by one thread. */
final class TakeRate {
    private static final double NS_PER_SECOND = 1e9;
    private static final double BURST_SECONDS = 0.1;

    private final int perSecond;
    private double free;
    private long lookedNs;

    /** @param perSecond 0: no bound */
    TakeRate(int perSecond, long nowNs) {
        this.perSecond = perSecond;
        this.lookedNs = nowNs;
    }

    /** So many have been taken; they may be more than were free. */
    void taken(int count) {
        free -= count;
    }

    /** Whether more may be taken now. */
    boolean mayTake(long nowNs) {
        if (perSecond == 0) {
            return true;
        }
        free = Math.min(perSecond * BURST_SECONDS, free + perSecond * ((nowNs - lookedNs) / NS_PER_SECOND));
        lookedNs = nowNs;
        return free >= 0;
    }
}
