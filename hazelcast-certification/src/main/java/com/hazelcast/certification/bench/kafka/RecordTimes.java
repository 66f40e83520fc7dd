package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.source.SourceClock;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * The times of the records of a row, by a clock that may run faster than the real one, so that cards pay as seldom as people do. Members are
 * given the same clock.
 *
 * <p>A full topic is made before it is read, as fast as that goes. So its records have times by their numbers, as if {@value #FULL_PER_SECOND} a
 * second had come up to now, which is about what a member reads. How fast the topic is filled and read changes no time. A card pays every
 * {@code speed * cards / FULL_PER_SECOND} seconds by the records' clock: with a million cards and a speed of 400,000 * 129,600 / 1,000,000 =
 * 51,840 that is every 129,600 s, or 36 hours. Records of a row of times have the time when they are sent. Immutable.
 *
 * @param clock of the records, and of the members
 * @param timesMs the time of a record by its number from 0 on, in ms since 1970
 */
record RecordTimes(SourceClock clock, LongUnaryOperator timesMs) {
    /** Records a second by the real clock, by which a full topic gets its times. */
    static final int FULL_PER_SECOND = 400_000;

    private static final long MS_PER_SECOND = 1_000;

    /** Members start, load and compile before the first of their records is sent. */
    private static final long START_MS = TimeUnit.MINUTES.toMillis(2);

    /** Of so many records that are there already. */
    static RecordTimes full(int records, int speed, Clock real) {
        long lastsMs = elapsedMs(records);
        SourceClock clock = new SourceClock(real.millis() - lastsMs, speed);
        requireTimes(clock, lastsMs);
        return new RecordTimes(clock, number -> clock.timeMs(clock.beginMs() + elapsedMs(number)));
    }

    /** Of records that are sent from now on, for so long. */
    static RecordTimes sent(long lastsMs, int speed, Clock real) {
        SourceClock clock = new SourceClock(real.millis(), speed);
        requireTimes(clock, START_MS + lastsMs);
        return new RecordTimes(clock, number -> clock.timeMs(real.millis()));
    }

    private static long elapsedMs(long number) {
        return number * MS_PER_SECOND / FULL_PER_SECOND;
    }

    private static void requireTimes(SourceClock clock, long lastsMs) {
        long mostMs = clock.endMs() - clock.beginMs();
        if (lastsMs > mostMs) {
            throw new IllegalArgumentException(
                    "with that clock speed, records would have times that no transaction can have; lower it, or give fewer records or a shorter run: clock-speed="
                            + clock.speed() + " run=" + lastsMs / MS_PER_SECOND + "s most=" + mostMs / MS_PER_SECOND
                            + "s");
        }
    }
}
