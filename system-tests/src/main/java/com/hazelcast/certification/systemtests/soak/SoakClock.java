package com.hazelcast.certification.systemtests.soak;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * The time of transactions, which passes faster than that of this machine, so that cards expire within a phase. It begins far in the past, because
 * members take no transaction of the future, and stands still until it is {@linkplain #run run}. Thread-safe.
 */
final class SoakClock extends Clock {
    /** A card goes so long after its last transaction: the 90 days of its entries, and {@code card-ttl}. */
    static final Duration LIFE = Duration.ofDays(91);

    /** Not before 2001: records have times of 13 digits. */
    private static final Duration PAST = Duration.ofDays(7_000);

    private final long beginMs;
    private final LongSupplier nanoClock;
    private volatile Pace pace = new Pace(0, 0);

    private record Pace(double speed, long beginNs) {}

    SoakClock(Clock machine, LongSupplier nanoClock) {
        this.beginMs = machine.millis() - PAST.toMillis();
        this.nanoClock = nanoClock;
    }

    /**
     * Lets it run.
     *
     * @param lifeSeconds after which a card goes, by the time of this machine
     * @param seconds for which it runs
     * @throws IllegalArgumentException when it would come into the future in that time
     */
    void run(double lifeSeconds, double seconds) {
        double speed = LIFE.toSeconds() / lifeSeconds;
        if (speed * seconds > PAST.toSeconds()) {
            throw new IllegalArgumentException(String.format(
                    "cards come and go too fast for so long a phase; give more memory, or a lower --rate: seconds of a"
                            + " card=%.1f seconds of the phase=%.0f",
                    lifeSeconds, seconds));
        }
        pace = new Pace(speed, nanoClock.getAsLong());
    }

    @Override
    public long millis() {
        Pace now = pace;
        return beginMs + (long) ((nanoClock.getAsLong() - now.beginNs) / 1e6 * now.speed);
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("only the time since 1970 is used: zone=" + zone);
    }
}
