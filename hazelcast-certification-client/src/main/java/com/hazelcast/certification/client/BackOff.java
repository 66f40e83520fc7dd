package com.hazelcast.certification.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses between attempts: random up to a bound that doubles with each failure. Used by one thread. */
final class BackOff {
    private final long firstMs;
    private final long maxMs;
    private final RandomGenerator random;
    private long boundMs;

    BackOff(Duration first, Duration max, RandomGenerator random) {
        this.firstMs = Math.max(1, first.toMillis());
        this.maxMs = Math.max(firstMs, max.toMillis());
        this.random = random;
        this.boundMs = firstMs;
    }

    /** The next pause. */
    long nextMs() {
        long pauseMs = random.nextLong(boundMs + 1);
        boundMs = Math.min(maxMs, boundMs * 2);
        return pauseMs;
    }

    /** It has worked: begin anew. */
    void reset() {
        boundMs = firstMs;
    }
}
