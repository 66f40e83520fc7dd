package com.hazelcast.certification.console.throughput;

import java.util.Arrays;
import java.util.Optional;

/** How long back throughput is shown, and how far its points are apart. Named by its seconds, as {@link #label} has them. */
public enum ThroughputRange {
    /** A point a second. */
    TEN_MINUTES(600, 1),
    /** A point each ten seconds. */
    HOUR(3_600, PastRing.SECONDS_PER_POINT),
    /** As long as members remember: a point each ten seconds. */
    SIX_HOURS(PastRing.POINTS * PastRing.SECONDS_PER_POINT, PastRing.SECONDS_PER_POINT);

    private final int seconds;
    private final int secondsPerPoint;

    ThroughputRange(int seconds, int secondsPerPoint) {
        this.seconds = seconds;
        this.secondsPerPoint = secondsPerPoint;
    }

    /** The one of so many seconds; empty: there is none. */
    public static Optional<ThroughputRange> of(String label) {
        return Arrays.stream(values())
                .filter(range -> range.label().equals(label))
                .findFirst();
    }

    /** Its seconds. */
    public String label() {
        return Integer.toString(seconds);
    }

    /** How long it is. */
    public long spanMs() {
        return seconds * 1_000L;
    }

    /** Between two points. */
    public int secondsPerPoint() {
        return secondsPerPoint;
    }

    int points() {
        return seconds / secondsPerPoint;
    }

    /** Of latency, which has a point each ten seconds whatever the range. */
    int latencyPoints() {
        return seconds / PastRing.SECONDS_PER_POINT;
    }
}
