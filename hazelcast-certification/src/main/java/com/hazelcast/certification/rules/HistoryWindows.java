package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * What the history rules ask of one card's history, {@code H} and {@code P} as the rules define them. Reused;
 * single-threaded; allocates nothing.
 *
 * <p>Nothing is computed before it is asked for, and the rules ask only when the transaction's own fields leave them
 * open. A question about {@code within(w)} visits what is younger than w; a sum over a ladder ends when it has reached
 * the bound that decides; a count over a ladder visits no more than 90 d / w entries. Averages come from
 * {@link WindowAggregates}, whose one pass serves all rules that need them.
 */
final class HistoryWindows {
    private final ScoredTransaction scored;
    private final WindowAggregates aggregates = new WindowAggregates();
    private final Ladder ladder;
    private HistoryCursor earlier = ListHistory.empty();

    HistoryWindows(ScoredTransaction scored) {
        this.scored = scored;
        this.ladder = new Ladder(scored);
    }

    void open(HistoryCursor entries) {
        earlier = entries;
        aggregates.clear();
    }

    /** How many of {@code H} there are. */
    int count() {
        return earlier.count() + 1;
    }

    /** False proves that no earlier entry has code 3333 and merchant 2222. */
    boolean mayHoldCode3333At2222() {
        return (earlier.marks() & Marks.CODE_3333_AT_2222) != 0;
    }

    /** The one pass that all averages come from. */
    WindowAggregates averages() {
        return aggregates.collected(scored, earlier);
    }

    /** {@link WindowAggregates#isUnusual} over {@code H within(w)}, ended by the first entry that takes the sum past. */
    boolean isUnusualWithin(long widthMs, long sumUnitsMax) {
        long sumUnits = scored.amountUnits;
        int count = 1;
        long afterMs = scored.timeMs - widthMs;
        earlier.rewind();
        while (sumUnits <= sumUnitsMax && earlier.next() && TransactionLayout.timeMs(earlier.times()) > afterMs) {
            sumUnits += TransactionLayout.amountUnits(earlier.payment());
            count++;
        }
        return WindowAggregates.isUnusual(scored.amountUnits, sumUnits, count, sumUnitsMax);
    }

    /** Whether {@code H within(w)} has more than so many. */
    boolean isCountAboveWithin(int countMax, long widthMs) {
        // The transaction itself is the one that makes it more.
        return earlier.holdsNewer(countMax, scored.timeMs - widthMs);
    }

    /** Count of {@code H within(w)}. */
    int countWithin(long widthMs) {
        long afterMs = scored.timeMs - widthMs;
        int count = 1;
        earlier.rewind();
        while (earlier.next() && TransactionLayout.timeMs(earlier.times()) > afterMs) {
            count++;
        }
        return count;
    }

    /** Sum of {@code H within(w)}. */
    long sumUnitsWithin(long widthMs) {
        long afterMs = scored.timeMs - widthMs;
        long sumUnits = scored.amountUnits;
        earlier.rewind();
        while (earlier.next() && TransactionLayout.timeMs(earlier.times()) > afterMs) {
            sumUnits += TransactionLayout.amountUnits(earlier.payment());
        }
        return sumUnits;
    }

    /** Count of {@code H ladder(w)}. */
    int countInLadder(long widthMs) {
        return Ladder.count(scored, earlier, widthMs);
    }

    /** Sum of {@code H ladder(w)}; once it is above the bound, the sum so far. */
    long sumUnitsInLadder(long widthMs, long enoughUnits) {
        long sumUnits = scored.amountUnits;
        ladder.overAll(earlier, widthMs);
        while (sumUnits <= enoughUnits && ladder.next()) {
            sumUnits += ladder.amountUnits();
        }
        return sumUnits;
    }

    /** As {@link #sumUnitsInLadder}, over those with code 3333 and merchant 2222. */
    long sumUnitsOfCode3333At2222(long widthMs, long enoughUnits) {
        long sumUnits = scored.code == 3333 && scored.merchant == 2222 ? scored.amountUnits : 0;
        if (!mayHoldCode3333At2222()) {
            return sumUnits;
        }
        ladder.overAll(earlier, widthMs);
        while (sumUnits <= enoughUnits && ladder.next()) {
            if (Marks.isCode3333At2222(ladder.payment())) {
                sumUnits += ladder.amountUnits();
            }
        }
        return sumUnits;
    }

    /** For the rules that look for kinds of entries. */
    Ladder ladderOverAll(long widthMs) {
        ladder.overAll(earlier, widthMs);
        return ladder;
    }

    /** As {@link #ladderOverAll}, over {@code P}. */
    Ladder ladderOverEarlier(long widthMs) {
        ladder.overEarlier(earlier, widthMs);
        return ladder;
    }

    /** The entries of {@code P}, rewound. */
    HistoryCursor earlier() {
        earlier.rewind();
        return earlier;
    }
}
