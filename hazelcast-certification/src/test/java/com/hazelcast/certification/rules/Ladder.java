package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;

/**
 * Walks the earlier entries that belong to {@code ladder(w)}: entry number i, counted from the newest, belongs when it is
 * younger than i·w. Reused; single-threaded.
 *
 * <p>The scored transaction itself belongs to every ladder over {@code H} and is never shown: the caller begins with it.
 * It does take a number, though. Entries newer than it (it came late) stand before it, all others behind it.
 *
 * <p>Everything in a history is younger than 90 days, so from the number on at which i·w reaches 90 days, every entry
 * belongs: see {@link #count}, which walks only up to there.
 */
final class Ladder {
    private final ScoredTransaction scored;
    private HistoryCursor earlier = ListHistory.empty();
    private long widthMs;
    private int number;
    private int numbersOfScored;

    Ladder(ScoredTransaction scored) {
        this.scored = scored;
    }

    /** Begins a walk of {@code H}. */
    void overAll(HistoryCursor entries, long ladderWidthMs) {
        open(entries, ladderWidthMs, 1);
    }

    /** Begins a walk of {@code P}. */
    void overEarlier(HistoryCursor entries, long ladderWidthMs) {
        open(entries, ladderWidthMs, 0);
    }

    private void open(HistoryCursor entries, long ladderWidthMs, int scoredNumbers) {
        earlier = entries;
        widthMs = ladderWidthMs;
        number = 0;
        numbersOfScored = scoredNumbers;
        entries.rewind();
    }

    /** Steps to the next entry that belongs; false when there is none. */
    boolean next() {
        while (earlier.next()) {
            number++;
            long ageMs = scored.timeMs - earlier.timeMs();
            if (ageMs < 0 || ageMs < (number + numbersOfScored) * widthMs) {
                return true;
            }
        }
        return false;
    }

    int amountUnits() {
        return earlier.amountUnits();
    }

    int country() {
        return earlier.country();
    }

    int merchant() {
        return earlier.merchant();
    }

    int code() {
        return earlier.code();
    }

    long payment() {
        return earlier.payment();
    }

    /**
     * How many of {@code H} belong, the scored one included. Visits at most the 90 d / w newest: a count of all less
     * those that do not belong.
     */
    static int count(ScoredTransaction t, HistoryCursor entries, long widthMs) {
        int belonging = entries.count() + 1;
        long limitMs = widthMs;
        entries.rewind();
        while (limitMs < HistoryLimits.HORIZON_MS && entries.next()) {
            long ageMs = t.timeMs - entries.timeMs();
            limitMs += widthMs;
            if (ageMs >= limitMs) {
                belonging--;
            }
        }
        return belonging;
    }
}
