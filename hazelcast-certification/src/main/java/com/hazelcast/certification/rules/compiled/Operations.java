package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.lists.LongTable;
import com.hazelcast.certification.rules.lists.Place;
import com.hazelcast.certification.rules.lists.Rates;
import com.hazelcast.certification.rules.model.Expression;
import java.util.Arrays;

/** What generated code calls for anything longer than an instruction. Pure; allocates nothing. */
final class Operations {
    static final long DAY_MS = HistoryLimits.DAY_MS;

    private static final long MISSING = Expression.MISSING;
    private static final long HOUR_MS = 3_600_000;
    private static final long MINUTE_MS = 60_000;
    private static final int HOURS = 24;
    private static final int MINUTES = 1_440;
    private static final int WEEKDAYS = 7;

    /** 1970 began with a Thursday, the fourth. */
    private static final int WEEKDAY_OF_1970 = 3;

    /** Days from 1 March of year 0 to 1 January 1970. */
    private static final long MARCH_ERA_TO_1970_DAYS = 719_468;

    private static final int DAYS_IN_400_YEARS = 146_097;

    private Operations() {}

    static boolean equal(long a, long b) {
        return a == b && a != MISSING;
    }

    static boolean notEqual(long a, long b) {
        return a != b && a != MISSING && b != MISSING;
    }

    /** MISSING is less than every value. */
    static boolean less(long a, long b) {
        return a < b && a != MISSING;
    }

    static boolean lessOrEqual(long a, long b) {
        return a <= b && a != MISSING;
    }

    static boolean greater(long a, long b) {
        return a > b && b != MISSING;
    }

    static boolean greaterOrEqual(long a, long b) {
        return a >= b && b != MISSING;
    }

    static long plus(long a, long b) {
        return a == MISSING || b == MISSING ? MISSING : a + b;
    }

    static long minus(long a, long b) {
        return a == MISSING || b == MISSING ? MISSING : a - b;
    }

    static long times(long a, long b) {
        return a == MISSING || b == MISSING ? MISSING : a * b;
    }

    static long divide(long dividend, long factor, long divisor) {
        return dividend == MISSING || divisor == MISSING || divisor == 0 ? MISSING : dividend * factor / divisor;
    }

    static long otherwise(long value, long other) {
        return value == MISSING ? other : value;
    }

    static long lookUp(long key, LongTable table) {
        return key == MISSING ? MISSING : table.get(key);
    }

    static long exchange(long amount, long currency, Rates rates) {
        return rates.exchanged(amount, currency);
    }

    static long speed(long to, long from, long apartMs, LongTable places) {
        long there = lookUp(from, places);
        long here = there == MISSING ? MISSING : places.get(to);
        return here == MISSING ? MISSING : Place.speed(there, here, apartMs);
    }

    static boolean isOneOf(long value, long[] sorted) {
        return Arrays.binarySearch(sorted, value) >= 0;
    }

    static long hour(long timeMs, ZoneOffsets zone) {
        return Math.floorMod(Math.floorDiv(zone.localMs(timeMs), HOUR_MS), (long) HOURS);
    }

    static long timeOfDay(long timeMs, ZoneOffsets zone) {
        return Math.floorMod(Math.floorDiv(zone.localMs(timeMs), MINUTE_MS), (long) MINUTES);
    }

    static long weekday(long timeMs, ZoneOffsets zone) {
        return Math.floorMod(localDay(timeMs, zone) + WEEKDAY_OF_1970, WEEKDAYS) + 1L;
    }

    static long localDay(long timeMs, ZoneOffsets zone) {
        return Math.floorDiv(zone.localMs(timeMs), DAY_MS);
    }

    /** A year that begins in March has its leap day at its end (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
    private static int daysFromFirstOfMarch(long localDay) {
        int dayOfEra = (int) ((localDay + MARCH_ERA_TO_1970_DAYS) % DAYS_IN_400_YEARS);
        int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        return dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    }

    static long month(long timeMs, ZoneOffsets zone) {
        int month = monthFromMarch(daysFromFirstOfMarch(localDay(timeMs, zone)));
        return month < 10 ? month + 3L : month - 9L;
    }

    private static int monthFromMarch(int dayOfYear) {
        return (5 * dayOfYear + 2) / 153;
    }

    static long day(long timeMs, ZoneOffsets zone) {
        int dayOfYear = daysFromFirstOfMarch(localDay(timeMs, zone));
        return dayOfYear - (153L * monthFromMarch(dayOfYear) + 2) / 5 + 1;
    }
}
