package com.hazelcast.certification.rules;

/** Says in words why a rule holds, with the values that made it hold. For people; allocates. */
final class Reasons {
    private Reasons() {}

    static String of(int rule, Subject t, WindowAggregates h) {
        return switch (rule) {
            case 1 -> "country 111, merchant type 22, " + amount(t) + " > 200000";
            case 2 -> "country 121, response " + t.response;
            case 3 -> "merchant type 11, currency 11, " + amount(t) + " > 1000";
            case 4 -> "code 1000, " + amount(t) + " > 100000";
            case 5 -> "watched card, " + amount(t) + " > 100000";
            case 6 -> "watched card, merchant type 2000";
            case 7, 11 -> "country " + t.country + ", merchant type " + t.merchant;
            case 8 -> "code 3333, merchant type 2222, " + amount(t) + " > 10000";
            case 9 -> night(t) + ", " + amount(t) + " >= 10000";
            case 10, 15 -> night(t) + ", merchant type " + t.merchant + ", " + amount(t) + " >= 10000";
            case 12 -> "watched card, " + amount(t) + " > 50000";
            case 13 -> "watched card, merchant type 2200";
            case 14 -> "watched card, code " + t.code + ", not 2222";
            case 16 -> night(t) + ", code 2222, " + amount(t) + " >= 10000";
            case 17 -> "25 March, code 2222, " + amount(t) + " >= 10000";
            case 18 -> "25 March, merchant type 2222, " + amount(t) + " >= 10000";
            case 19 -> "code 3344, " + amount(t) + " >= 1000000";
            case 20 -> "code 1001, " + amount(t) + " >= 500000";
            case 21 -> "watched card, sum " + h.sumWithin1h + " > 500000 within 1 h";
            case 22 -> "code 3333, merchant type 2222, sum " + h.sumWithin5h + " > 1000000 within 5 h";
            case 23 -> h.countWithin2h + " > 100 transactions within 2 h";
            case 24 -> "code 3344, " + many(h.countWithin3h, h.sumWithin3h) + " within 3 h";
            case 25 -> merchant11(t, h.sumLadder8h) + " on the 8 h ladder";
            case 26 -> "watched card, sum " + h.sumLadder1d + " >= 500000 on the 1 d ladder";
            case 27 -> "code 3333 at merchants 2222: sum " + h.watchedSumLadder1d + " >= 1000000 on the 1 d ladder";
            case 28 -> h.countLadder1d + " >= 300 transactions on the 1 d ladder";
            case 29 -> "code 3344, " + many(h.countLadder1d, h.sumLadder1d) + " on the 1 d ladder";
            case 30 -> merchant11(t, h.sumLadder1d) + " on the 1 d ladder";
            case 31 -> "watched card, sum " + h.sumLadder10d + " > 500000 on the 10 d ladder";
            case 32 -> "code 3333 at merchants 2222: sum " + h.watchedSumLadder11d + " > 500000 on the 11 d ladder";
            case 33 -> h.countLadder12d + " >= 400 transactions on the 12 d ladder";
            case 34 -> "code 3344, " + many(h.countLadder13d, h.sumLadder13d) + " on the 13 d ladder";
            case 35 -> merchant11(t, h.sumLadder14d) + " on the 14 d ladder";
            case 36 -> average(t, h.sumWithin60d, h.countWithin60d, Conditions.SUM_60D_MAX) + " within 60 d";
            case 37 -> average(t, h.sumWithin70d, h.countWithin70d, 100_000) + " within 70 d";
            case 38 -> average(t, h.sum, h.count, 200_000) + " on the 70 d ladder";
            case 39 -> average(t, h.sum, h.count, 330_000) + " on the 90 d ladder";
            case 40 -> average(t, h.sum, h.count, 1_110_000) + " on the 90 d ladder";
            case 41 -> "country 2, " + amount(t) + " > 1000, after more than 10000 in country 1 on the 10 d ladder";
            case 42 -> "country 2, " + amount(t) + " > 1000, after more than 10000 elsewhere on the 10 d ladder";
            case 43 -> amount(t) + " >= 10000, second newest amount " + h.secondNewestAmount + " <= 100";
            case 44 -> amount(t) + " > 10000, country 0 or 1 on the 10 h ladder";
            case 45 -> merchant33(t, 1_000) + h.merchant22CountLadder1d + " > 10 at type 22 on the 1 d ladder";
            case 46 -> amount(t) + " > 20000, " + h.nightCount + " transactions at night";
            case 47 -> "country 122, sum " + h.chainSum + " > 10000 in countries 200 and 201";
            case 48 ->
                merchant33(t, 1_000) + h.merchant22Code1CountLadder1d
                        + " > 10 at type 22 with code 1 on the 1 d ladder";
            case 49 ->
                merchant33(t, 10_000) + "sum " + h.merchant22Code1SumLadder10d
                        + " > 10000 at type 22 with code 1 on the 10 d ladder";
            default -> throw new IllegalArgumentException("no such rule: rule=" + rule);
        };
    }

    private static String amount(Subject t) {
        return "amount " + t.amount;
    }

    private static String night(Subject t) {
        return "hour " + t.hour() + " UTC";
    }

    private static String many(int count, long sum) {
        return count + " > 10 transactions, sum " + sum + " >= 10000000";
    }

    private static String merchant11(Subject t, long sum) {
        return "merchant type 11, currency " + t.currency + ", sum " + sum + " > "
                + (t.currency == 11 ? 10_000 : 20_000);
    }

    private static String merchant33(Subject t, int least) {
        return "merchant type 33, " + amount(t) + " > " + least + ", ";
    }

    private static String average(Subject t, long sum, int count, long greatestSum) {
        String ofMany = " of " + count + " transactions";
        return t.amount > sum / count
                ? amount(t) + " > average " + sum / count + ofMany
                : "sum " + sum + ofMany + " > " + greatestSum;
    }
}
