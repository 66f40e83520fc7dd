package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.HistoryLimits;

/** When people pay: by the hour of the day and the day of the week, at their place. Pure. */
final class Rhythm {
    /** The weight of the busiest hour of the week is one less. */
    static final int WEIGHT_END = 256;

    private static final long HOUR_MS = HistoryLimits.DAY_MS / 24;
    private static final int HOURS = 7 * 24;

    /** 1 January 1970 was the fourth day of a week that begins on Monday. */
    private static final int EPOCH_HOUR = 3 * 24;

    private static final double[] BY_HOUR = {
        .10, .06, .05, .05, .05, .08, .18, .35, .50, .55, .62, .75, .90, .80, .66, .66, .74, .92, 1.0, .92, .70, .48,
        .30, .18
    };

    /** From Monday on. */
    private static final double[] BY_DAY = {.80, .80, .84, .90, 1.0, 1.0, .70};

    private static final int[] WEIGHTS = new int[HOURS];

    static {
        for (int hour = 0; hour < HOURS; hour++) {
            WEIGHTS[hour] = (int) Math.round((WEIGHT_END - 1) * BY_HOUR[hour % 24] * BY_DAY[hour / 24]);
        }
    }

    private Rhythm() {}

    /** The hour of the week in UTC, from Monday on. */
    static int hourOfWeek(long timeMs) {
        return (int) ((timeMs / HOUR_MS + EPOCH_HOUR) % HOURS);
    }

    /** How usual payments are at an hour of the week in UTC, for who lives so many hours east of it: 0 to 255. */
    static int weight(int hourOfWeek, int hoursEast) {
        return WEIGHTS[local(hourOfWeek, hoursEast)];
    }

    /** The hour of the day there. */
    static int hourOfDay(int hourOfWeek, int hoursEast) {
        return local(hourOfWeek, hoursEast) % 24;
    }

    private static int local(int hourOfWeek, int hoursEast) {
        int hour = hourOfWeek + hoursEast;
        return hour < 0 ? hour + HOURS : hour < HOURS ? hour : hour - HOURS;
    }
}
