package com.hazelcast.certification.kafka;

/**
 * A bound on the records a second that are taken, a slice at a time: what is due in 5 ms. Records that enter in one moment keep the threads that
 * score from what comes by other ways, so of the time in which nothing was taken only two slices are caught up. Used by one thread.
 */
final class TakeRate {
    private static final double NS_PER_SECOND = 1e9;
    private static final int SLICES_PER_SECOND = 200;
    private static final int SAVED_SLICES_MAX = 2;

    private final int perSecond;
    private double free;
    private long lookedNs;

    /** @param perSecond 0: no bound */
    TakeRate(int perSecond, long nowNs) {
        this.perSecond = perSecond;
        this.lookedNs = nowNs;
    }

    /** Most records to take at a time with that bound: those of 5 ms, at least one. With 0 as many as a poll may return. */
    static int slice(int perSecond) {
        return perSecond == 0
                ? KafkaLimits.RECORDS_PER_POLL
                : Math.max(1, Math.min(KafkaLimits.RECORDS_PER_POLL, perSecond / SLICES_PER_SECOND));
    }

    /** Whether so many, taken at a time, are as many as a poll may return: then there may be more, and to wait makes the next poll no larger. */
    boolean isSlice(int count) {
        return count >= slice(perSecond);
    }

    /** So many have been taken; they may be more than were free. */
    void taken(int count) {
        free -= count;
    }

    /** How long until more may be taken; 0: they may be now. */
    long waitNs(long nowNs) {
        if (perSecond == 0) {
            return 0;
        }
        double saved = free + perSecond * ((nowNs - lookedNs) / NS_PER_SECOND);
        free = Math.min((double) SAVED_SLICES_MAX * slice(perSecond), saved);
        lookedNs = nowNs;
        return free >= 0 ? 0 : (long) Math.ceil(-free * NS_PER_SECOND / perSecond);
    }
}
