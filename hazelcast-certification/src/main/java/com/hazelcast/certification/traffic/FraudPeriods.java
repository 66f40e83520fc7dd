package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.HistoryLimits;

/**
 * Which of many things (terminals, cards) are in fraudulent hands at a time, for so long each, a given share of them a day.
 *
 * <p>Time is cut into periods in each of which every thing falls once. When follows from its number: the multiples of the golden
 * ratio's fraction spread evenly over a period, so that each day has its share, and whether a thing has fallen is one
 * multiplication and a comparison. Not thread-safe: {@link #at} is called before the questions about a time.
 */
final class FraudPeriods {
    private final double periodMs;
    private final long lengthMs;
    private final long beginMs;
    private final boolean isNever;
    private long timeMs = Long.MIN_VALUE;

    /** The time, and how far back falls count, in parts of a period of 2^64. */
    private long now;

    private long width;

    /**
     * Periods.
     *
     * @param per10kADay so many of 10,000 things fall each day
     * @param lengthMs how long each stays fallen
     * @param beginMs none falls before
     */
    FraudPeriods(double per10kADay, long lengthMs, long beginMs) {
        this.isNever = per10kADay == 0;
        this.periodMs = isNever ? 1 : HistoryLimits.DAY_MS * 10_000 / per10kADay;
        this.lengthMs = lengthMs;
        this.beginMs = beginMs;
    }

    /** Answers for that time from now on. */
    void at(long time) {
        if (time != timeMs && !isNever) {
            timeMs = time;
            now = parts(time % periodMs);
            width = parts(Math.max(0, Math.min(lengthMs, time - beginMs)));
        }
    }

    private long parts(double ms) {
        return (long) (ms / periodMs * 0x1p63) << 1;
    }

    /** Whether the thing of that number has fallen. */
    boolean hasFallen(long number) {
        return !isNever && Long.compareUnsigned(now - number * Draws.GOLDEN_GAMMA, width) < 0;
    }
}
