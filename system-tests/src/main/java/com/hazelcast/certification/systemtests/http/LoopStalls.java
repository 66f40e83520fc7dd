package com.hazelcast.certification.systemtests.http;

import java.util.concurrent.TimeUnit;

/**
 * How long an event loop has stood still: while it had no processor, or its JVM collected garbage. It looks at the clock each millisecond; what
 * comes later than {@value #STALL_MS} ms was a stall. Used on that loop.
 */
final class LoopStalls {
    private static final long STALL_MS = 5;
    private static final long STALL_NS = TimeUnit.MILLISECONDS.toNanos(STALL_MS);

    private long lookedNs;
    private long inAllNs;
    private long longestNs;

    LoopStalls(long nowNs) {
        lookedNs = nowNs;
    }

    /** The loop runs now. */
    void look(long nowNs) {
        long gapNs = gapNs(nowNs);
        inAllNs += gapNs;
        longestNs = Math.max(longestNs, gapNs);
        lookedNs = nowNs;
    }

    /** With the stall that has just ended, if there was one. */
    long inAllNs(long nowNs) {
        return inAllNs + gapNs(nowNs);
    }

    private long gapNs(long nowNs) {
        long gapNs = nowNs - lookedNs;
        return gapNs > STALL_NS ? gapNs : 0;
    }

    @Override
    public String toString() {
        return "the driver itself stood still for " + TimeUnit.NANOSECONDS.toMillis(inAllNs) + " ms, at once for up to "
                + TimeUnit.NANOSECONDS.toMillis(longestNs) + " ms";
    }
}
