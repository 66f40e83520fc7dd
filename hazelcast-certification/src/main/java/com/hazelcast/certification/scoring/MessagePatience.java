package com.hazelcast.certification.scoring;

import java.util.concurrent.TimeUnit;

/**
 * How long a member works on a message before it answers what is done: {@value #TIMES} times what messages take now, in bounds. A batch
 * that takes so much longer than all others is on a shard that hangs, moves, or is locked; on a busy member all take long, and none is
 * left out. Thread-safe; a short lock a message.
 */
final class MessagePatience {
    private static final int TIMES = 8;
    private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Less than what makes a lane held, so that its own call comes first. */
    private static final long MOST_NS = TimeUnit.SECONDS.toNanos(1);

    private static final double WEIGHT = 1.0 / 32;

    private volatile double messageNs;

    /** How long the next message may take. */
    long limitNs() {
        return Math.min(MOST_NS, Math.max(LEAST_NS, (long) (TIMES * messageNs)));
    }

    /** A message has taken so long, whether or not all of it was answered. */
    synchronized void took(long elapsedNs) {
        messageNs += (elapsedNs - messageNs) * WEIGHT;
    }
}
