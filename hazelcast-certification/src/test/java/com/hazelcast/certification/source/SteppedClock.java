package com.hazelcast.certification.source;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is moved, for one thread. */
public final class SteppedClock extends Clock {
    private long nowMs = 1_798_967_585_307L;

    void advanceMs(long stepMs) {
        nowMs += stepMs;
    }

    /** Moves the clock to that time. */
    public void setMs(long timeMs) {
        nowMs = timeMs;
    }

    @Override
    public long millis() {
        return nowMs;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(nowMs);
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
