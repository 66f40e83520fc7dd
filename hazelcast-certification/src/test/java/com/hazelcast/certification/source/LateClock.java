package com.hazelcast.certification.source;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The system's clock and as much time as a test lets pass, for members that run. One thread lets time pass, and any reads it. */
public final class LateClock extends Clock {
    private volatile Duration later = Duration.ZERO;

    /** Moves the clock on by that time. */
    public void pass(Duration time) {
        later = later.plus(time);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(later);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("this clock has no other zone: zone=" + zone);
    }
}
