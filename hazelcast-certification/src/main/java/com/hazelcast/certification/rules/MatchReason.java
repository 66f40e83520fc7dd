package com.hazelcast.certification.rules;

import com.hazelcast.certification.transaction.Pan;

/** Says with which values a rule held. Asked only of rules that hold, off the hot path. */
final class MatchReason {
    /** No bound: a sum is to be complete. */
    private static final long COMPLETE = Long.MAX_VALUE;

    private final ScoredTransaction t;
    private final HistoryRules rules;
    private final HistoryWindows windows;
    private final EntryPatterns patterns;

    MatchReason(ScoredTransaction t, HistoryRules rules) {
        this.t = t;
        this.rules = rules;
        this.windows = rules.windows();
        this.patterns = rules.patterns();
    }

    String of(int rule) {
        if (rule <= TransactionRules.LAST) {
            return ofTransaction(rule);
        }
        return rule < 36 ? ofWindow(rule) : ofAveragesAndPatterns(rule);
    }

    private String ofTransaction(int rule) {
        return switch (rule) {
            case 1 -> country() + ", " + merchant() + ", " + amountAbove(200_000);
            case 2 -> country() + ", " + "response %02d".formatted(t.response);
            case 3 -> merchant() + ", " + currency() + ", " + amountAbove(1_000);
            case 4 -> code() + ", " + amountAbove(100_000);
            case 5 -> card() + ", " + amountAbove(100_000);
            case 6, 13 -> card() + ", " + merchant();
            case 7, 11 -> country() + ", " + merchant();
            case 8 -> code() + ", " + merchant() + ", " + amountAbove(10_000);
            case 9 -> hour() + ", " + amountFrom(10_000);
            case 10, 15 -> hour() + ", " + merchant() + ", " + amountFrom(10_000);
            case 12 -> card() + ", " + amountAbove(50_000);
            case 14 -> card() + ", " + code();
            case 16 -> hour() + ", " + code() + ", " + amountFrom(10_000);
            case 17 -> "25 March, " + code() + ", " + amountFrom(10_000);
            case 18 -> "25 March, " + merchant() + ", " + amountFrom(10_000);
            case 19 -> code() + ", " + amountFrom(1_000_000);
            case 20 -> code() + ", " + amountFrom(500_000);
            default -> throw unknown(rule);
        };
    }

    private String ofWindow(int rule) {
        return switch (rule) {
            case 21 -> card() + ", sum " + sumWithin(1) + " > 500000 within 1 h";
            case 22 -> code() + ", " + merchant() + ", sum " + sumWithin(5) + " > 1000000 within 5 h";
            case 23 -> "count " + countWithin(2) + " > 100 within 2 h";
            case 24 ->
                code() + ", count " + countWithin(3) + " > 10 and sum " + sumWithin(3) + " >= 10000000 within 3 h";
            case 25 -> muchAtMerchant0011(8 * HistoryRules.ONE_HOUR_MS, "8 h");
            case 26 -> card() + ", sum " + sumInLadder(1) + " >= 500000 in ladder 1 d";
            case 27 -> ofCode3333At2222(1) + " >= 1000000 in ladder 1 d";
            case 28 -> "count " + countInLadder(1) + " >= 300 in ladder 1 d";
            case 29 -> muchOfCode3344(1);
            case 30 -> muchAtMerchant0011(HistoryRules.DAY_MS, "1 d");
            case 31 -> card() + ", sum " + sumInLadder(10) + " > 500000 in ladder 10 d";
            case 32 -> ofCode3333At2222(11) + " > 500000 in ladder 11 d";
            case 33 -> "count " + countInLadder(12) + " >= 400 in ladder 12 d";
            case 34 -> muchOfCode3344(13);
            case 35 -> muchAtMerchant0011(14 * HistoryRules.DAY_MS, "14 d");
            default -> throw unknown(rule);
        };
    }

    private String ofAveragesAndPatterns(int rule) {
        WindowAggregates a = windows.averages();
        return switch (rule) {
            case 36 -> unusual(a.sumUnits60d, a.count60d, 20_000, "60 d");
            case 37 -> unusual(a.sumUnits70d, a.count70d, 100_000, "70 d");
            case 38 -> unusual(a.sumUnitsAll, a.countAll, 200_000, "ladder 70 d");
            case 39 -> unusual(a.sumUnitsAll, a.countAll, 330_000, "ladder 90 d");
            case 40 -> unusual(a.sumUnitsAll, a.countAll, 1_110_000, "ladder 90 d");
            case 41 ->
                country() + ", " + amountAbove(1_000) + ", an entry with country 001 and amount "
                        + patterns.dearAmountInCountry001() + " > 10000 in ladder 10 d";
            case 42 ->
                country() + ", " + amountAbove(1_000) + ", an entry with a country other than 001 and amount "
                        + patterns.dearAmountOutsideCountry001() + " > 10000 in ladder 10 d";
            case 43 -> amountFrom(10_000) + ", second newest amount " + patterns.secondNewestAmount() + " <= 100";
            case 44 ->
                amountAbove(10_000) + ", an entry with country %03d in ladder 10 h".formatted(patterns.lowCountry());
            case 45 ->
                merchant() + ", " + amountAbove(1_000) + ", count " + patterns.countAtMerchant0022()
                        + " > 10 at merchant 0022 in ladder 1 d";
            case 46 ->
                amountAbove(20_000) + ", at night " + patterns.nightEntriesUpToHighCode() + " > 50 up to a code > 5";
            case 47 -> country() + ", sum " + patterns.sumUnitsPastCutoff() + " > 10000 with country 200 or 201";
            case 48 ->
                merchant() + ", " + amountAbove(1_000) + ", count " + patterns.countOfCode0001At0022()
                        + " > 10 at merchant 0022 with code 0001 in ladder 1 d";
            case 49 ->
                merchant() + ", " + amountAbove(10_000) + ", sum " + patterns.sumUnitsOfCode0001At0022()
                        + " > 10000 at merchant 0022 with code 0001 in ladder 10 d";
            default -> throw unknown(rule);
        };
    }

    private static IllegalArgumentException unknown(int rule) {
        return new IllegalArgumentException("no such rule: rule=" + rule);
    }

    private String card() {
        return "card " + Pan.masked(t.card);
    }

    private String country() {
        return "country %03d".formatted(t.country);
    }

    private String currency() {
        return "currency %03d".formatted(t.currency);
    }

    private String merchant() {
        return "merchant %04d".formatted(t.merchant);
    }

    private String code() {
        return "code %05d".formatted(t.code);
    }

    private String hour() {
        return "hour " + UtcCalendar.hourOfDay(t.timeMs);
    }

    private String amountAbove(int boundUnits) {
        return "amount " + t.amountUnits + " > " + boundUnits;
    }

    private String amountFrom(int boundUnits) {
        return "amount " + t.amountUnits + " >= " + boundUnits;
    }

    private int countWithin(int hours) {
        return windows.countWithin(hours * HistoryRules.ONE_HOUR_MS);
    }

    private long sumWithin(int hours) {
        return windows.sumUnitsWithin(hours * HistoryRules.ONE_HOUR_MS);
    }

    private int countInLadder(int days) {
        return windows.countInLadder(days * HistoryRules.DAY_MS);
    }

    private long sumInLadder(int days) {
        return windows.sumUnitsInLadder(days * HistoryRules.DAY_MS, COMPLETE);
    }

    private String muchAtMerchant0011(long widthMs, String width) {
        return merchant() + ", " + currency() + ", sum " + windows.sumUnitsInLadder(widthMs, COMPLETE) + " > "
                + rules.boundOf25() + " in ladder " + width;
    }

    private String ofCode3333At2222(int days) {
        return "code 03333 at merchant 2222, sum "
                + windows.sumUnitsOfCode3333At2222(days * HistoryRules.DAY_MS, COMPLETE);
    }

    private String muchOfCode3344(int days) {
        return code() + ", count " + countInLadder(days) + " > 10 and sum " + sumInLadder(days)
                + " >= 10000000 in ladder " + days + " d";
    }

    private String unusual(long sumUnits, int count, long sumUnitsMax, String window) {
        String in = " of " + count + " in " + window;
        String sum = "sum " + sumUnits + " > " + sumUnitsMax + in;
        String average = "amount " + t.amountUnits + " > average " + sumUnits / count + in;
        if (sumUnits <= sumUnitsMax) {
            return average;
        }
        return t.amountUnits > sumUnits / count ? average + ", " + sum : sum;
    }
}
