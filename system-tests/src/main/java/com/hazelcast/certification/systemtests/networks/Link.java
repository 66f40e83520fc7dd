package com.hazelcast.certification.systemtests.networks;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What the connections between two ends have in common: how they are now, and what was carried. Thread-safe. */
public final class Link {
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong longestNs = new AtomicLong();
    private final AtomicInteger stalls = new AtomicInteger();
    private volatile LinkQuality quality = LinkQuality.PERFECT;

    /** The link is as that from now on, both ways. */
    public void become(LinkQuality changed) {
        quality = changed;
    }

    LinkQuality quality() {
        return quality;
    }

    void carried(int count, long onTheWayNs, int stallsBegun) {
        bytes.addAndGet(count);
        longestNs.accumulateAndGet(onTheWayNs, Math::max);
        stalls.addAndGet(stallsBegun);
    }

    /** What it has carried since the last time; counts anew. */
    Carried take() {
        return new Carried(bytes.getAndSet(0), longestNs.getAndSet(0), stalls.getAndSet(0));
    }

    /**
     * What links have carried, both ways.
     *
     * @param longestNs that something was on its way
     * @param stalls that have held something back, counted for each connection and way
     */
    record Carried(long bytes, long longestNs, int stalls) {
        static final Carried NOTHING = new Carried(0, 0, 0);

        Carried plus(Carried other) {
            return new Carried(bytes + other.bytes, Math.max(longestNs, other.longestNs), stalls + other.stalls);
        }
    }
}
