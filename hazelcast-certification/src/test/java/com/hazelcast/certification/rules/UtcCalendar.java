package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryLimits;

/** The calendar in whole-number arithmetic, for times from 1970 on. Pure; allocates nothing. */
final class UtcCalendar {
    static final long HOUR_MS = 60L * 60 * 1000;

    /** Days from 1 March of year 0 to 1 January 1970. */
    private static final long MARCH_ERA_TO_1970_DAYS = 719_468;

    private static final int DAYS_IN_400_YEARS = 146_097;
    private static final int MARCH_25_FROM_1_MARCH = 24;
    private static final int HOURS_IN_DAY = 24;

    private UtcCalendar() {}

    /** Hour of the day, 0 to 23. */
    static int hourOfDay(long timeMs) {
        return (int) (timeMs / HOUR_MS % HOURS_IN_DAY);
    }

    /** Whether the hour of the day is 1, 2 or 3. */
    static boolean isNight(long timeMs) {
        int hour = hourOfDay(timeMs);
        return hour >= 1 && hour <= 3;
    }

    /** Whether the day is a 25 March. */
    static boolean isMarch25(long timeMs) {
        return daysFromFirstOfMarch(timeMs) == MARCH_25_FROM_1_MARCH;
    }

    /**
     * Days since the last 1 March, 0 to 365. A year that begins in March has its leap day at its end, so the leap days
     * of the years before are all that must be taken off (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
     */
    static int daysFromFirstOfMarch(long timeMs) {
        long day = timeMs / HistoryLimits.DAY_MS + MARCH_ERA_TO_1970_DAYS;
        int dayOfEra = (int) (day % DAYS_IN_400_YEARS);
        int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        return dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    }
}
