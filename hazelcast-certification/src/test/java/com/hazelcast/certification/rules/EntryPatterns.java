package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;

/**
 * What rules 41 to 49 look for: kinds of entries. Each method is asked only after the transaction's own fields have left
 * its rule open, and ends its walk as soon as its answer is known. Single-threaded; allocates nothing.
 */
final class EntryPatterns {
    /** No such entry. */
    static final int NONE = -1;

    static final long TEN_DAYS_MS = 10 * HistoryLimits.DAY_MS;
    static final long TEN_HOURS_MS = 10 * UtcCalendar.HOUR_MS;
    static final int NIGHT_ENTRIES_MAX = 50;

    private static final long EIGHTY_DAYS_MS = 80 * HistoryLimits.DAY_MS;
    private static final int LARGE_UNITS = 10_000;
    private static final int LOW_CODE_MAX = 5;

    private final ScoredTransaction scored;
    private final HistoryWindows windows;

    EntryPatterns(ScoredTransaction scored, HistoryWindows windows) {
        this.scored = scored;
        this.windows = windows;
    }

    /** Amount above 10000 of the newest such entry with country 001 in {@code H ladder(10 d)}, or {@link #NONE}. */
    int largeAmountInCountry001() {
        if (scored.country == 1 && scored.amountUnits > LARGE_UNITS) {
            return scored.amountUnits;
        }
        Ladder ladder = windows.ladderOverAll(TEN_DAYS_MS);
        while (ladder.next()) {
            if (ladder.country() == 1 && ladder.amountUnits() > LARGE_UNITS) {
                return ladder.amountUnits();
            }
        }
        return NONE;
    }

    /** As {@link #largeAmountInCountry001}, with any other country and in {@code P ladder(10 d)}. */
    int largeAmountOutsideCountry001() {
        Ladder ladder = windows.ladderOverEarlier(TEN_DAYS_MS);
        while (ladder.next()) {
            if (ladder.country() != 1 && ladder.amountUnits() > LARGE_UNITS) {
                return ladder.amountUnits();
            }
        }
        return NONE;
    }

    /** Amount of the second newest of {@code H}, or {@link #NONE} when there is none. */
    int secondNewestAmount() {
        HistoryCursor earlier = windows.earlier();
        if (!earlier.next()) {
            return NONE;
        }
        if (!isNewer(earlier)) {
            return earlier.amountUnits();
        }
        return earlier.next() && isNewer(earlier) ? earlier.amountUnits() : scored.amountUnits;
    }

    private boolean isNewer(HistoryCursor earlier) {
        return earlier.timeMs() > scored.timeMs;
    }

    /** 0 or 1, the country of the transaction or of the newest other such entry in {@code H ladder(10 h)}, or {@link #NONE}. */
    int lowCountry() {
        if (scored.country <= 1) {
            return scored.country;
        }
        Ladder ladder = windows.ladderOverAll(TEN_HOURS_MS);
        while (ladder.next()) {
            if (ladder.country() <= 1) {
                return ladder.country();
            }
        }
        return NONE;
    }

    /** Count in {@code P ladder(1 d)} of merchant 0022. */
    int countAtMerchant0022() {
        Ladder ladder = windows.ladderOverEarlier(HistoryLimits.DAY_MS);
        int count = 0;
        while (ladder.next()) {
            if (ladder.merchant() == 22) {
                count++;
            }
        }
        return count;
    }

    /** Count in {@code P ladder(1 d)} of merchant 0022 with code 0001. */
    int countOfCode0001At0022() {
        Ladder ladder = windows.ladderOverEarlier(HistoryLimits.DAY_MS);
        int count = 0;
        while (ladder.next()) {
            if (ladder.merchant() == 22 && ladder.code() == 1) {
                count++;
            }
        }
        return count;
    }

    /** Sum over {@code P ladder(10 d)} of merchant 0022 with code 0001. */
    long sumUnitsOfCode0001At0022() {
        Ladder ladder = windows.ladderOverEarlier(TEN_DAYS_MS);
        long sumUnits = 0;
        while (ladder.next()) {
            if (ladder.merchant() == 22 && ladder.code() == 1) {
                sumUnits += ladder.amountUnits();
            }
        }
        return sumUnits;
    }

    /**
     * How many of {@code P} were at night, up to and including the first entry with a code above 5 at which they are more
     * than 50; {@link #NONE} when there is no such entry.
     */
    int nightEntriesUpToHighCode() {
        HistoryCursor earlier = windows.earlier();
        int nights = 0;
        while (earlier.next()) {
            if (UtcCalendar.isNight(earlier.timeMs())) {
                nights++;
            }
            if (nights > NIGHT_ENTRIES_MAX && earlier.code() > LOW_CODE_MAX) {
                return nights;
            }
        }
        return NONE;
    }

    /**
     * Rule 47's sum: a cutoff goes back 80 days an entry; an entry with country 200 or 201 that is younger takes it
     * forward again by 80 days and an hour, and counts when it is younger than that, too.
     */
    long sumUnitsPastCutoff() {
        HistoryCursor earlier = windows.earlier();
        long cutoffMs = scored.timeMs;
        long sumUnits = 0;
        while (earlier.next()) {
            cutoffMs -= EIGHTY_DAYS_MS;
            long timeMs = earlier.timeMs();
            int country = earlier.country();
            if (timeMs > cutoffMs && (country == 200 || country == 201)) {
                cutoffMs += EIGHTY_DAYS_MS + UtcCalendar.HOUR_MS;
                if (timeMs > cutoffMs) {
                    sumUnits += earlier.amountUnits();
                }
            }
        }
        return sumUnits;
    }
}
