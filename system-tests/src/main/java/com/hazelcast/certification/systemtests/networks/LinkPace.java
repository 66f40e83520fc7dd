package com.hazelcast.certification.systemtests.networks;

import java.util.SplittableRandom;

/**
 * When what enters a link arrives, one way: after those before it, at the link's rate, after its latency, and not while it stalls.
 *
 * <p>Stalls are planned by time, whether something is on its way or not: each lasts 200 ms to 1 s, evenly; the times between
 * them are exponential, with the mean that gives the share. Used by one thread; reads no clock.
 */
final class LinkPace {
    static final long STALL_MIN_NS = 200_000_000;
    static final long STALL_MAX_NS = 1_000_000_000;

    private static final double STALL_MEAN_NS = (STALL_MIN_NS + STALL_MAX_NS) / 2.0;
    private static final double NANOS_PER_SECOND = 1e9;

    private final SplittableRandom random;
    private LinkQuality quality = LinkQuality.PERFECT;
    private long lineFreeNs;
    private long lastArrivalNs;
    private long stallFromNs = Long.MAX_VALUE;
    private long stallToNs = Long.MAX_VALUE;
    private int stallCount;
    private boolean isStallCounted;

    /** @param nowNs before all that enters */
    LinkPace(SplittableRandom random, long nowNs) {
        this.random = random;
        this.lineFreeNs = nowNs;
        this.lastArrivalNs = nowNs;
    }

    /** The link is as that from now on. What is on its way arrives as it would have. */
    void become(LinkQuality changed, long nowNs) {
        quality = changed;
        lineFreeNs = nowNs;
        stallFromNs = Long.MAX_VALUE;
        stallToNs = Long.MAX_VALUE;
        if (quality.stallShare() > 0) {
            planStall(nowNs);
        }
    }

    private void planStall(long fromNs) {
        double share = quality.stallShare();
        double gapMeanNs = STALL_MEAN_NS * (1 - share) / share;
        stallFromNs = fromNs + (long) (-Math.log(1 - random.nextDouble()) * gapMeanNs);
        stallToNs = stallFromNs + random.nextLong(STALL_MIN_NS, STALL_MAX_NS + 1);
        isStallCounted = false;
    }

    /** When so many bytes arrive that enter then; not before what has entered before. */
    long arrivalNs(long enteredNs, int bytes) {
        long leftNs = Math.max(enteredNs, lineFreeNs) + transmissionNs(bytes);
        lineFreeNs = leftNs;
        long jitterNs = quality.jitter().toNanos();
        long wayNs = quality.latency().toNanos() + (jitterNs == 0 ? 0 : random.nextLong(-jitterNs, jitterNs + 1));
        lastArrivalNs = afterStall(Math.max(lastArrivalNs, leftNs + wayNs));
        return lastArrivalNs;
    }

    private long transmissionNs(int bytes) {
        return quality.bitsPerSecond() == 0
                ? 0
                : (long) (bytes * Byte.SIZE * NANOS_PER_SECOND / quality.bitsPerSecond());
    }

    private long afterStall(long arrivalNs) {
        while (arrivalNs >= stallToNs && stallToNs != Long.MAX_VALUE) {
            planStall(stallToNs);
        }
        if (arrivalNs < stallFromNs) {
            return arrivalNs;
        }
        stallCount += isStallCounted ? 0 : 1;
        isStallCounted = true;
        return stallToNs;
    }

    /** When all that has entered has left at the link's rate. */
    long freeNs() {
        return lineFreeNs;
    }

    /** Stalls so far that have held something back. */
    int stallCount() {
        return stallCount;
    }
}
