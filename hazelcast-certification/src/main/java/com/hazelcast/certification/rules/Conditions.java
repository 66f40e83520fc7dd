package com.hazelcast.certification.rules;

/** When each rule holds: the one place where the 49 conditions are written. Pure. */
final class Conditions {
    static final long WATCHED_CARD_100 = 4_000_222_100L;
    static final long WATCHED_CARD_333 = 4_000_222_333L;
    static final long WATCHED_CARD_422 = 112_340_000_444_422L;
    static final long WATCHED_CARD_444 = 112_340_000_444_444L;
    static final long WATCHED_CARD_211 = 3_300_030_044_442_211L;

    private Conditions() {}

    /** Number of the last rule that looks at the transaction alone. */
    static final int LAST_STATELESS = 20;

    /** Whether the transaction has anything that one of the rules 1 to 20 asks for; most have not. */
    static boolean mayHoldAlone(Subject t) {
        return t.amount >= 10_000 && t.isAtNight()
                || t.country == 111
                || t.country == 121
                || t.country == 221
                || t.country == 444
                || t.merchant == 1
                || t.merchant == 11
                || t.merchant == 2222
                || t.code >= 1000 && t.code <= 3344 && isRareCode(t.code)
                || t.card >= WATCHED_CARD_100 && isWatchedCard(t.card);
    }

    private static boolean isRareCode(int code) {
        return code == 1000 || code == 1001 || code == 2222 || code == 3333 || code == 3344;
    }

    private static boolean isWatchedCard(long card) {
        return card == WATCHED_CARD_100
                || card == WATCHED_CARD_333
                || card == WATCHED_CARD_422
                || card == WATCHED_CARD_444
                || card == WATCHED_CARD_211;
    }

    /** Whether a rule that looks at the transaction alone holds. */
    static boolean holds(int rule, Subject t) {
        return switch (rule) {
            case 1 -> t.country == 111 && t.amount > 200_000 && t.merchant == 22;
            case 2 -> t.country == 121 && t.response != 0;
            case 3 -> t.merchant == 11 && t.amount > 1_000 && t.currency == 11;
            case 4 -> t.amount > 100_000 && t.code == 1000;
            case 5 -> t.amount > 100_000 && t.card == WATCHED_CARD_100;
            case 6 -> t.card == WATCHED_CARD_422 && t.merchant == 2000;
            case 7 -> isMerchant1Or2222(t) && t.country == 221;
            case 8 -> t.code == 3333 && t.amount > 10_000 && t.merchant == 2222;
            case 9 -> t.amount >= 10_000 && t.isAtNight();
            case 10 -> t.merchant == 101 && t.amount >= 10_000 && t.isAtNight();
            case 11 -> (t.country == 221 || t.country == 444) && isMerchant1Or2222(t);
            case 12 -> t.card == WATCHED_CARD_333 && t.amount > 50_000;
            case 13 -> isWatchedPair(t) && t.merchant == 2200;
            case 14 -> isWatchedPair(t) && t.code != 2222;
            case 15 -> t.merchant == 2222 && t.amount >= 10_000 && t.isAtNight();
            case 16 -> t.code == 2222 && t.amount >= 10_000 && t.isAtNight();
            case 17 -> t.code == 2222 && t.amount >= 10_000 && t.isOnMarch25();
            case 18 -> t.merchant == 2222 && t.amount >= 10_000 && t.isOnMarch25();
            case 19 -> t.code == 3344 && t.amount >= 1_000_000;
            case 20 -> t.code == 1001 && t.amount >= 500_000;
            default -> throw new IllegalArgumentException("not a rule of the transaction alone: rule=" + rule);
        };
    }

    /** Whether a rule that looks at the history holds. */
    static boolean holds(int rule, Subject t, WindowAggregates h) {
        return switch (rule) {
            case 21 -> t.card == WATCHED_CARD_333 && h.sumWithin1h > 500_000;
            case 22 -> t.code == 3333 && t.merchant == 2222 && h.sumWithin5h > 1_000_000;
            case 23 -> h.countWithin2h > 100;
            case 24 -> t.code == 3344 && h.countWithin3h > 10 && h.sumWithin3h >= 10_000_000;
            case 25 -> isAboveCurrencyLimit(t, h.sumLadder8h);
            case 26 -> t.card == WATCHED_CARD_333 && h.sumLadder1d >= 500_000;
            case 27 -> h.watchedSumLadder1d >= 1_000_000;
            case 28 -> h.countLadder1d >= 300;
            case 29 -> t.code == 3344 && h.countLadder1d > 10 && h.sumLadder1d >= 10_000_000;
            case 30 -> isAboveCurrencyLimit(t, h.sumLadder1d);
            case 31 -> t.card == WATCHED_CARD_333 && h.sumLadder10d > 500_000;
            case 32 -> h.watchedSumLadder11d > 500_000;
            case 33 -> h.countLadder12d >= 400;
            case 34 -> t.code == 3344 && h.countLadder13d > 10 && h.sumLadder13d >= 10_000_000;
            case 35 -> isAboveCurrencyLimit(t, h.sumLadder14d);
            case 36 -> isAboveAverage(t, h.sumWithin60d, h.countWithin60d) || h.sumWithin60d > SUM_60D_MAX;
            case 37 -> isAboveAverage(t, h.sumWithin70d, h.countWithin70d) || h.sumWithin70d > 100_000;
            case 38 -> isAboveAverage(t, h.sum, h.count) || h.sum > 200_000;
            case 39 -> isAboveAverage(t, h.sum, h.count) || h.sum > 330_000;
            case 40 -> isAboveAverage(t, h.sum, h.count) || h.sum > 1_110_000;
            case 41 -> t.country == 2 && t.amount > 1_000 && h.hasLargeInCountry1;
            case 42 -> t.country == 2 && t.amount > 1_000 && h.hasLargeElsewhere;
            case 43 -> h.count > 1 && h.secondNewestAmount <= 100 && t.amount >= 10_000;
            case 44 -> t.amount > 10_000 && h.hasCountry0Or1Ladder10h;
            case 45 -> t.merchant == 33 && t.amount > 1_000 && h.merchant22CountLadder1d > 10;
            case 46 -> t.amount > 20_000 && h.hasCodeAfterNights;
            case 47 -> t.country == 122 && h.chainSum > 10_000;
            case 48 -> t.merchant == 33 && t.amount > 1_000 && h.merchant22Code1CountLadder1d > 10;
            case 49 -> t.merchant == 33 && t.amount > 10_000 && h.merchant22Code1SumLadder10d > 10_000;
            default -> throw new IllegalArgumentException("not a rule of the history: rule=" + rule);
        };
    }

    /** The sum of 60 days above which rule 36 holds. */
    static final long SUM_60D_MAX = 20_000;

    /** The count within two hours above which rule 23 holds. */
    static final int COUNT_2H_MAX = 100;

    private static boolean isMerchant1Or2222(Subject t) {
        return t.merchant == 1 || t.merchant == 2222;
    }

    private static boolean isWatchedPair(Subject t) {
        return t.card == WATCHED_CARD_444 || t.card == WATCHED_CARD_211;
    }

    private static boolean isAboveCurrencyLimit(Subject t, long sum) {
        return t.merchant == 11 && (t.currency == 11 && sum > 10_000 || t.currency == 22 && sum > 20_000);
    }

    private static boolean isAboveAverage(Subject t, long sum, int count) {
        return t.amount > sum / count;
    }
}
