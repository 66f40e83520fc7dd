package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;

/**
 * Rules 21 to the last: those that look at the history. Single-threaded; allocates nothing.
 *
 * <p>Three steps, so that the usual transaction reads little of its card's history:
 *
 * <ol>
 *   <li>{@link #mayHoldBeforeAverages} proves from the transaction's fields, the history's size and its flags that none
 *       of rules 21 to 35 holds. For most transactions it does, without reading an entry.
 *   <li>Rule 36 holds as soon as the newest entries sum up to more than 20000 units: where amounts are large, one or two
 *       entries.
 *   <li>Rules 36 to 40 compare with counts and sums that the history keeps. Each rule from 41 on
 *       is a test of the transaction's fields and, when they leave it open, a walk of its own.
 * </ol>
 */
final class HistoryRules {
    static final int FIRST = 21;
    static final long ONE_HOUR_MS = UtcCalendar.HOUR_MS;
    static final long DAY_MS = HistoryLimits.DAY_MS;

    private static final int FIRST_OF_AVERAGES = 36;

    /** Greatest counts that rules 23, 28 and 33 let pass. */
    private static final int COUNT_OF_23_MAX = 100;

    private static final int COUNT_OF_28_MAX = 299;
    private static final int COUNT_OF_33_MAX = 399;

    private final ScoredTransaction t;
    private final HistoryWindows windows;
    private final EntryPatterns patterns;

    HistoryRules(ScoredTransaction scored) {
        t = scored;
        windows = new HistoryWindows(scored);
        patterns = new EntryPatterns(scored, windows);
    }

    void open(HistoryCursor earlier) {
        windows.open(earlier);
    }

    HistoryWindows windows() {
        return windows;
    }

    EntryPatterns patterns() {
        return patterns;
    }

    /** The first of these rules that holds, or 0. */
    int first() {
        int rule = mayHoldBeforeAverages() ? FIRST : FIRST_OF_AVERAGES;
        for (; rule <= CertificationRules.LAST_ID; rule++) {
            if (holds(rule)) {
                return rule;
            }
        }
        return 0;
    }

    /** False proves that none of rules 21 to 35 holds. */
    private boolean mayHoldBeforeAverages() {
        return t.watched == WatchedCards.ENDING_222333
                || t.code == 3344
                || isAtMerchant0011()
                || isCode3333At2222()
                || windows.mayHoldCode3333At2222()
                || windows.count() > COUNT_OF_23_MAX && isBusy();
    }

    private boolean isBusy() {
        return windows.count() > COUNT_OF_28_MAX || holds(23);
    }

    boolean holds(int rule) {
        return rule < FIRST_OF_AVERAGES ? holdsBeforeAverages(rule) : holdsFromAverages(rule);
    }

    private boolean holdsBeforeAverages(int rule) {
        return switch (rule) {
            case 21 -> t.watched == WatchedCards.ENDING_222333 && windows.sumUnitsWithin(ONE_HOUR_MS) > 500_000;
            case 22 -> isCode3333At2222() && windows.sumUnitsWithin(5 * ONE_HOUR_MS) > 1_000_000;
            case 23 -> windows.isCountAboveWithin(COUNT_OF_23_MAX, 2 * ONE_HOUR_MS);
            case 24 ->
                t.code == 3344
                        && windows.countWithin(3 * ONE_HOUR_MS) > 10
                        && windows.sumUnitsWithin(3 * ONE_HOUR_MS) >= 10_000_000;
            case 25 -> isMuchAtMerchant0011(8 * ONE_HOUR_MS);
            case 26 -> t.watched == WatchedCards.ENDING_222333 && windows.sumUnitsInLadder(DAY_MS, 500_000) >= 500_000;
            case 27 -> windows.sumUnitsOfCode3333At2222(DAY_MS, 1_000_000) >= 1_000_000;
            case 28 -> windows.count() > COUNT_OF_28_MAX && windows.countInLadder(DAY_MS) > COUNT_OF_28_MAX;
            case 29 -> isMuchOfCode3344(DAY_MS);
            case 30 -> isMuchAtMerchant0011(DAY_MS);
            case 31 ->
                t.watched == WatchedCards.ENDING_222333 && windows.sumUnitsInLadder(10 * DAY_MS, 500_000) > 500_000;
            case 32 -> windows.sumUnitsOfCode3333At2222(11 * DAY_MS, 500_000) > 500_000;
            case 33 -> windows.count() > COUNT_OF_33_MAX && windows.countInLadder(12 * DAY_MS) > COUNT_OF_33_MAX;
            case 34 -> isMuchOfCode3344(13 * DAY_MS);
            case 35 -> isMuchAtMerchant0011(14 * DAY_MS);
            default -> throw unknown(rule);
        };
    }

    private boolean holdsFromAverages(int rule) {
        return switch (rule) {
            case 36 -> windows.isUnusualIn60Days(20_000);
            case 37 -> isUnusualIn70Days();
            case 38 -> isUnusualInAll(200_000);
            case 39 -> isUnusualInAll(330_000);
            case 40 -> isUnusualInAll(1_110_000);
            case 41 -> isAbove1000InCountry002() && patterns.largeAmountInCountry001() != EntryPatterns.NONE;
            case 42 -> isAbove1000InCountry002() && patterns.largeAmountOutsideCountry001() != EntryPatterns.NONE;
            case 43 -> t.amountUnits >= 10_000 && isSmall(patterns.secondNewestAmount());
            case 44 -> t.amountUnits > 10_000 && patterns.lowCountry() != EntryPatterns.NONE;
            case 45 -> t.merchant == 33 && t.amountUnits > 1_000 && patterns.countAtMerchant0022() > 10;
            case 46 -> t.amountUnits > 20_000 && patterns.nightEntriesUpToHighCode() != EntryPatterns.NONE;
            case 47 -> t.country == 122 && patterns.sumUnitsPastCutoff() > 10_000;
            case 48 -> t.merchant == 33 && t.amountUnits > 1_000 && patterns.countOfCode0001At0022() > 10;
            case 49 -> t.merchant == 33 && t.amountUnits > 10_000 && patterns.sumUnitsOfCode0001At0022() > 10_000;
            default -> throw unknown(rule);
        };
    }

    private static IllegalArgumentException unknown(int rule) {
        return new IllegalArgumentException("no rule on the history: rule=" + rule);
    }

    private boolean isCode3333At2222() {
        return t.code == 3333 && t.merchant == 2222;
    }

    private boolean isAtMerchant0011() {
        return t.merchant == 11 && (t.currency == 11 || t.currency == 22);
    }

    /** Rules 25, 30 and 35. */
    private boolean isMuchAtMerchant0011(long widthMs) {
        if (!isAtMerchant0011()) {
            return false;
        }
        long boundUnits = boundOf25();
        return windows.sumUnitsInLadder(widthMs, boundUnits) > boundUnits;
    }

    /** What may be spent at merchant 0011 in the transaction's currency. */
    long boundOf25() {
        return t.currency == 11 ? 10_000 : 20_000;
    }

    /** Rules 29 and 34. */
    private boolean isMuchOfCode3344(long widthMs) {
        return t.code == 3344
                && windows.countInLadder(widthMs) > 10
                && windows.sumUnitsInLadder(widthMs, 10_000_000) >= 10_000_000;
    }

    private boolean isUnusualIn70Days() {
        WindowAggregates a = windows.averages();
        return WindowAggregates.isUnusual(t.amountUnits, a.sumUnits70d, a.count70d, 100_000);
    }

    /** Rules 38 to 40: their ladders hold all of the history, see {@link WindowAggregates}. */
    private boolean isUnusualInAll(long sumUnitsMax) {
        WindowAggregates a = windows.averages();
        return WindowAggregates.isUnusual(t.amountUnits, a.sumUnitsAll, a.countAll, sumUnitsMax);
    }

    private boolean isAbove1000InCountry002() {
        return t.country == 2 && t.amountUnits > 1_000;
    }

    private static boolean isSmall(int amountUnits) {
        return amountUnits != EntryPatterns.NONE && amountUnits <= 100;
    }
}
