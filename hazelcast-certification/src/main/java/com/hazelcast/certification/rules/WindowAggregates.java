package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * Counts and sums over {@code H within(60 d)}, {@code within(70 d)} and all of {@code H}, of one pass. Reused;
 * single-threaded.
 *
 * <p>A history is in time order, so each window is a beginning of it: one running sum, noted at each window's end, is the
 * sum of all of them. All of {@code H} is also {@code ladder(70 d)} and {@code ladder(90 d)}: number 1 of a ladder is the
 * scored transaction or a newer one, which belong, and number 2 may be 140 or 180 days old, which is past the horizon.
 */
final class WindowAggregates {
    static final long SIXTY_DAYS_MS = 60 * HistoryLimits.DAY_MS;
    static final long SEVENTY_DAYS_MS = 70 * HistoryLimits.DAY_MS;

    int count60d;
    long sumUnits60d;
    int count70d;
    long sumUnits70d;
    int countAll;
    long sumUnitsAll;

    private boolean isCollected;

    /** Forgets what was collected. */
    void clear() {
        isCollected = false;
    }

    /** Makes the pass, unless it has been made since {@link #clear}. */
    WindowAggregates collected(ScoredTransaction t, HistoryCursor earlier) {
        if (!isCollected) {
            collect(t, earlier);
            isCollected = true;
        }
        return this;
    }

    private void collect(ScoredTransaction t, HistoryCursor earlier) {
        int count = 1;
        long sumUnits = t.amountUnits;
        long after60dMs = t.timeMs - SIXTY_DAYS_MS;
        long after70dMs = t.timeMs - SEVENTY_DAYS_MS;
        earlier.rewind();
        boolean hasEntry = earlier.next();
        while (hasEntry && TransactionLayout.timeMs(earlier.times()) > after60dMs) {
            count++;
            sumUnits += TransactionLayout.amountUnits(earlier.payment());
            hasEntry = earlier.next();
        }
        count60d = count;
        sumUnits60d = sumUnits;
        while (hasEntry && TransactionLayout.timeMs(earlier.times()) > after70dMs) {
            count++;
            sumUnits += TransactionLayout.amountUnits(earlier.payment());
            hasEntry = earlier.next();
        }
        count70d = count;
        sumUnits70d = sumUnits;
        while (hasEntry) {
            sumUnits += TransactionLayout.amountUnits(earlier.payment());
            hasEntry = earlier.next();
        }
        countAll = earlier.count() + 1;
        sumUnitsAll = sumUnits;
    }

    /** Whether the amount is above the window's average, or the window's sum above a bound. */
    static boolean isUnusual(int amountUnits, long sumUnits, int count, long sumUnitsMax) {
        return sumUnits > sumUnitsMax || amountUnits > sumUnits / count;
    }
}
