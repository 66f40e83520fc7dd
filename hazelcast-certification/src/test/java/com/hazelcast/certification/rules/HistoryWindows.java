package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;

/**
 * What the history rules ask of one card's history, {@code H} and {@code P} as the rules define them. Reused;
 * single-threaded; allocates nothing.
 *
 * <p>Nothing is computed before it is requested, and the rules ask only when the transaction's own fields leave them
 * open. A question about {@code within(w)} visits what is younger than w; a sum over a ladder ends when it has reached
 * the bound that decides; a count over a ladder visits no more than 90 d / w entries. Averages come from
 * {@link WindowAggregates}, which a shard keeps with the card.
 */
final class HistoryWindows {
    /** Entries that are read in the hope that they decide: two chunks and a part of one. */
    private static final int NEWEST_TRIED = 12;

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
        return (earlier.flags() & HistoryFlags.CODE_3333_AT_2222) != 0;
    }

    /** What all averages come from. */
    WindowAggregates averages() {
        return aggregates.collected(scored, earlier);
    }

    /**
     * {@link WindowAggregates#isUnusual} over {@code H within(60 d)}. When all of {@code H} comes to more than the bound, the newest
     * entries may do so alone, and then nothing else is read.
     */
    boolean isUnusualIn60Days(long sumUnitsMax) {
        if (scored.amountUnits + earlier.sumUnits() > sumUnitsMax && isSumOfNewestAbove(sumUnitsMax)) {
            return true;
        }
        WindowAggregates a = averages();
        return WindowAggregates.isUnusual(scored.amountUnits, a.sumUnits60d, a.count60d, sumUnitsMax);
    }

    /** Whether the transaction and the newest entries within 60 days come to more than the bound; false may be wrong. */
    private boolean isSumOfNewestAbove(long sumUnitsMax) {
        long sumUnits = scored.amountUnits;
        long afterMs = scored.timeMs - WindowAggregates.SIXTY_DAYS_MS;
        int tried = 0;
        earlier.rewind();
        while (sumUnits <= sumUnitsMax && tried < NEWEST_TRIED && earlier.next() && earlier.timeMs() > afterMs) {
            sumUnits += earlier.amountUnits();
            tried++;
        }
        return sumUnits > sumUnitsMax;
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
        while (earlier.next() && earlier.timeMs() > afterMs) {
            count++;
        }
        return count;
    }

    /** Sum of {@code H within(w)}. */
    long sumUnitsWithin(long widthMs) {
        long afterMs = scored.timeMs - widthMs;
        long sumUnits = scored.amountUnits;
        earlier.rewind();
        while (earlier.next() && earlier.timeMs() > afterMs) {
            sumUnits += earlier.amountUnits();
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
            if (HistoryFlags.isCode3333At2222(ladder.payment())) {
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
