package com.hazelcast.certification.rules;

/**
 * Rules 1 to 20: those that look at the transaction alone. Pure; allocates nothing.
 *
 * <p>Few transactions have any of the values that these rules name, so {@link #first} asks {@link #mayHold} before it
 * tries the rules one by one.
 */
final class TransactionRules {
    static final int FIRST = 1;
    static final int LAST = 20;

    /** Codes that the rules name lie in this range; nearly all codes do not. */
    private static final int CODE_MIN = 1000;

    private static final int CODE_MAX = 3344;

    private TransactionRules() {}

    /** The first of these rules that holds, or 0. */
    static int first(ScoredTransaction t) {
        if (mayHold(t)) {
            for (int rule = FIRST; rule <= LAST; rule++) {
                if (holds(rule, t)) {
                    return rule;
                }
            }
        }
        return 0;
    }

    /** False proves that none holds. Rules 10, 15 and 16 need what rule 9 needs, and rule 7 what rule 11 needs. */
    private static boolean mayHold(ScoredTransaction t) {
        return isNamedCountry(t.country)
                || t.merchant == 11
                || t.code >= CODE_MIN && t.code <= CODE_MAX
                || t.watched != WatchedCards.NONE
                || t.amountUnits >= 10_000 && (t.merchant == 2222 || UtcCalendar.isNight(t.timeMs));
    }

    private static boolean isNamedCountry(int country) {
        return country == 111 || country == 121 || country == 221 || country == 444;
    }

    private static boolean isCardOf13(ScoredTransaction t) {
        return t.watched == WatchedCards.ENDING_444444 || t.watched == WatchedCards.ENDING_442211;
    }

    static boolean holds(int rule, ScoredTransaction t) {
        return switch (rule) {
            case 1 -> t.country == 111 && t.amountUnits > 200_000 && t.merchant == 22;
            case 2 -> t.country == 121 && t.response != 0;
            case 3 -> t.merchant == 11 && t.amountUnits > 1_000 && t.currency == 11;
            case 4 -> t.amountUnits > 100_000 && t.code == 1000;
            case 5 -> t.amountUnits > 100_000 && t.watched == WatchedCards.ENDING_222100;
            case 6 -> t.watched == WatchedCards.ENDING_444422 && t.merchant == 2000;
            case 7 -> isMerchantOf7(t) && t.country == 221;
            case 8 -> t.code == 3333 && t.amountUnits > 10_000 && t.merchant == 2222;
            case 9 -> isLargeAtNight(t);
            case 10 -> t.merchant == 101 && isLargeAtNight(t);
            case 11 -> (t.country == 221 || t.country == 444) && isMerchantOf7(t);
            case 12 -> t.watched == WatchedCards.ENDING_222333 && t.amountUnits > 50_000;
            case 13 -> isCardOf13(t) && t.merchant == 2200;
            case 14 -> isCardOf13(t) && t.code != 2222;
            case 15 -> t.merchant == 2222 && isLargeAtNight(t);
            case 16 -> t.code == 2222 && isLargeAtNight(t);
            case 17 -> t.code == 2222 && isLargeOnMarch25(t);
            case 18 -> t.merchant == 2222 && isLargeOnMarch25(t);
            case 19 -> t.code == 3344 && t.amountUnits >= 1_000_000;
            case 20 -> t.code == 1001 && t.amountUnits >= 500_000;
            default -> throw new IllegalArgumentException("no rule on the transaction alone: rule=" + rule);
        };
    }

    private static boolean isMerchantOf7(ScoredTransaction t) {
        return t.merchant == 1 || t.merchant == 2222;
    }

    private static boolean isLargeAtNight(ScoredTransaction t) {
        return t.amountUnits >= 10_000 && UtcCalendar.isNight(t.timeMs);
    }

    private static boolean isLargeOnMarch25(ScoredTransaction t) {
        return t.amountUnits >= 10_000 && UtcCalendar.isMarch25(t.timeMs);
    }
}
