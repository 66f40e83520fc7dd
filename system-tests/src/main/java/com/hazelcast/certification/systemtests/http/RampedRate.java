package com.hazelcast.certification.systemtests.http;

import java.util.concurrent.TimeUnit;

/**
 * A rate that rises evenly from nothing in its first seconds, and stays then. Cold members and a cold driver that are asked at the whole rate at once
 * open thousands of connections, and take most of a minute to answer what has gathered. Immutable.
 */
record RampedRate(long perSecond) {
    static final long RAMP_SECONDS = 10;

    private static final double SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** How many are due when so much time has passed. */
    long due(long passedNs) {
        double seconds = passedNs / SECOND_NS;
        double due = seconds < RAMP_SECONDS
                ? perSecond * seconds * seconds / (2 * RAMP_SECONDS)
                : perSecond * (seconds - RAMP_SECONDS / 2.0);
        return (long) due;
    }

    /** After how much time the one with that index is due. */
    long dueNs(long index) {
        double rampCount = perSecond * RAMP_SECONDS / 2.0;
        double seconds = index < rampCount
                ? Math.sqrt(2.0 * index * RAMP_SECONDS / perSecond)
                : (double) index / perSecond + RAMP_SECONDS / 2.0;
        return (long) (seconds * SECOND_NS);
    }
}
