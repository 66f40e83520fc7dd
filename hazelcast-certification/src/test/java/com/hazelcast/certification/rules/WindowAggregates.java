package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.WindowSum;

/**
 * Counts and sums over {@code H within(60 d)}, {@code within(70 d)} and all of {@code H}. A shard keeps them with the card, so they
 * seldom cost a walk. Reused; single-threaded.
 *
 * <p>All of {@code H} is also {@code ladder(70 d)} and {@code ladder(90 d)}: number 1 of a ladder is the
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

    private final WindowSum window = new WindowSum();
    private boolean isCollected;

    /** Forgets what was collected. */
    void clear() {
        isCollected = false;
    }

    /** Asks the history, unless it has been asked since {@link #clear}. */
    WindowAggregates collected(ScoredTransaction t, HistoryCursor earlier) {
        if (!isCollected) {
            collect(t, earlier);
            isCollected = true;
        }
        return this;
    }

    private void collect(ScoredTransaction t, HistoryCursor earlier) {
        earlier.sumWithin(t.timeMs, SIXTY_DAYS_MS, window);
        count60d = window.count() + 1;
        sumUnits60d = window.sumUnits() + t.amountUnits;
        earlier.sumWithin(t.timeMs, SEVENTY_DAYS_MS, window);
        count70d = window.count() + 1;
        sumUnits70d = window.sumUnits() + t.amountUnits;
        countAll = earlier.count() + 1;
        sumUnitsAll = earlier.sumUnits() + t.amountUnits;
    }

    /** Whether the amount is above the window's average, or the window's sum above a bound. */
    static boolean isUnusual(int amountUnits, long sumUnits, int count, long sumUnitsMax) {
        return sumUnits > sumUnitsMax || amountUnits > sumUnits / count;
    }
}
