package com.hazelcast.certification.rules;

import com.hazelcast.certification.transaction.Pan;
import java.util.Locale;

/** Says in words with which values a rule held. Asked only of rules that hold, off the hot path. */
final class MatchReason {
    /** No bound: a sum is to be complete. */
    private static final long COMPLETE = Long.MAX_VALUE;

    private static final String MARCH_25 = "25 March (UTC)";
    private static final String CODE_3333_AT_2222 = "units with code 3333 at merchant type 2222";
    private static final String CODE_1_AT_22 = " with code 1 at merchant type 22";

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
            case 1 -> facts(country(), merchant(), amountAbove(200_000));
            case 2 -> facts(country(), text("response %02d, not 00", t.response));
            case 3 -> facts(merchant(), currency(), amountAbove(1_000));
            case 4 -> facts(code(), amountAbove(100_000));
            case 5 -> facts(card(), amountAbove(100_000));
            case 6, 13 -> facts(card(), merchant());
            case 7, 11 -> facts(country(), merchant());
            case 8 -> facts(code(), merchant(), amountAbove(10_000));
            case 9 -> facts(night(), amountFrom(10_000));
            case 10, 15 -> facts(night(), merchant(), amountFrom(10_000));
            case 12 -> facts(card(), amountAbove(50_000));
            case 14 -> facts(card(), code() + ", not 2222");
            case 16 -> facts(night(), code(), amountFrom(10_000));
            case 17 -> facts(MARCH_25, code(), amountFrom(10_000));
            case 18 -> facts(MARCH_25, merchant(), amountFrom(10_000));
            case 19 -> facts(code(), amountFrom(1_000_000));
            case 20 -> facts(code(), amountFrom(500_000));
            default -> throw unknown(rule);
        };
    }

    private String ofWindow(int rule) {
        return switch (rule) {
            case 21 -> facts(card(), moreThan(500_000, sumWithin(1), "units within an hour"));
            case 22 -> facts(code(), merchant(), moreThan(1_000_000, sumWithin(5), "units within 5 hours"));
            case 23 -> moreThan(100, countWithin(2), "transactions within 2 hours");
            case 24 ->
                facts(
                        code(),
                        moreThan(10, countWithin(3), "transactions within 3 hours"),
                        atLeast(10_000_000, sumWithin(3), "units"));
            case 25 -> muchAtMerchant11(8 * HistoryRules.ONE_HOUR_MS, "8-hour");
            case 26 -> facts(card(), atLeast(500_000, sumInLadder(1), "units" + onLadder(1)));
            case 27 -> atLeast(1_000_000, sumOfCode3333At2222(1), CODE_3333_AT_2222 + onLadder(1));
            case 28 -> atLeast(300, countInLadder(1), "transactions" + onLadder(1));
            case 29 -> muchOfCode3344(1);
            case 30 -> muchAtMerchant11(HistoryRules.DAY_MS, "1-day");
            case 31 -> facts(card(), moreThan(500_000, sumInLadder(10), "units" + onLadder(10)));
            case 32 -> moreThan(500_000, sumOfCode3333At2222(11), CODE_3333_AT_2222 + onLadder(11));
            case 33 -> atLeast(400, countInLadder(12), "transactions" + onLadder(12));
            case 34 -> muchOfCode3344(13);
            case 35 -> muchAtMerchant11(14 * HistoryRules.DAY_MS, "14-day");
            default -> throw unknown(rule);
        };
    }

    private String ofAveragesAndPatterns(int rule) {
        WindowAggregates a = windows.averages();
        return switch (rule) {
            case 36 -> unusual(a.sumUnits60d, a.count60d, 20_000, " within 60 days");
            case 37 -> unusual(a.sumUnits70d, a.count70d, 100_000, " within 70 days");
            case 38 -> unusual(a.sumUnitsAll, a.countAll, 200_000, onLadder(70));
            case 39 -> unusual(a.sumUnitsAll, a.countAll, 330_000, onLadder(90));
            case 40 -> unusual(a.sumUnitsAll, a.countAll, 1_110_000, onLadder(90));
            case 41 ->
                facts(
                        country(),
                        amountAbove(1_000),
                        moreThan(10_000, patterns.largeAmountInCountry001(), "units in country 1" + onLadder(10)));
            case 42 ->
                facts(
                        country(),
                        amountAbove(1_000),
                        moreThan(
                                10_000,
                                patterns.largeAmountOutsideCountry001(),
                                "units outside country 1" + onLadder(10)));
            case 43 ->
                facts(
                        amountFrom(10_000),
                        text("%,d units in the second newest transaction, at most 100", patterns.secondNewestAmount()));
            case 44 ->
                facts(
                        amountAbove(10_000),
                        text("a transaction in country %d on the 10-hour ladder", patterns.lowCountry()));
            case 45 ->
                facts(
                        merchant(),
                        amountAbove(1_000),
                        moreThan(10, patterns.countAtMerchant0022(), "transactions at merchant type 22" + onLadder(1)));
            case 46 ->
                facts(
                        amountAbove(20_000),
                        moreThan(50, patterns.nightEntriesUpToHighCode(), "transactions at night")
                                + ", up to one with a code above 5");
            case 47 ->
                facts(
                        country(),
                        moreThan(
                                10_000,
                                patterns.sumUnitsPastCutoff(),
                                "units in countries 200 and 201 in a chain of 80 days"));
            case 48 ->
                facts(
                        merchant(),
                        amountAbove(1_000),
                        moreThan(10, patterns.countOfCode0001At0022(), "transactions" + CODE_1_AT_22 + onLadder(1)));
            case 49 ->
                facts(
                        merchant(),
                        amountAbove(10_000),
                        moreThan(10_000, patterns.sumUnitsOfCode0001At0022(), "units" + CODE_1_AT_22 + onLadder(10)));
            default -> throw unknown(rule);
        };
    }

    private static IllegalArgumentException unknown(int rule) {
        return new IllegalArgumentException("no such rule: rule=" + rule);
    }

    /** The same in whatever language the machine is set to. */
    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String facts(String... facts) {
        return String.join("; ", facts);
    }

    private static String moreThan(long bound, long value, String what) {
        return text("%,d %s, more than %,d", value, what, bound);
    }

    private static String atLeast(long bound, long value, String what) {
        return text("%,d %s, at least %,d", value, what, bound);
    }

    private static String onLadder(int days) {
        return text(" on the %d-day ladder", days);
    }

    private String card() {
        return "watched card " + Pan.masked(t.card);
    }

    private String country() {
        return "country " + t.country;
    }

    private String currency() {
        return "currency " + t.currency;
    }

    private String merchant() {
        return "merchant type " + t.merchant;
    }

    private String code() {
        return "code " + t.code;
    }

    private String night() {
        return text("at night, %d h UTC", UtcCalendar.hourOfDay(t.timeMs));
    }

    private String amountAbove(int boundUnits) {
        return moreThan(boundUnits, t.amountUnits, "units");
    }

    private String amountFrom(int boundUnits) {
        return atLeast(boundUnits, t.amountUnits, "units");
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

    private long sumOfCode3333At2222(int days) {
        return windows.sumUnitsOfCode3333At2222(days * HistoryRules.DAY_MS, COMPLETE);
    }

    private String muchAtMerchant11(long widthMs, String width) {
        return facts(
                merchant(),
                currency(),
                moreThan(
                        rules.boundOf25(),
                        windows.sumUnitsInLadder(widthMs, COMPLETE),
                        "units on the " + width + " ladder"));
    }

    private String muchOfCode3344(int days) {
        return facts(
                code(),
                moreThan(10, countInLadder(days), "transactions" + onLadder(days)),
                atLeast(10_000_000, sumInLadder(days), "units"));
    }

    private String unusual(long sumUnits, int count, long sumUnitsMax, String window) {
        String transactions = (count == 1 ? "1 transaction" : text("%,d transactions", count)) + window;
        String sum = moreThan(sumUnitsMax, sumUnits, "units in " + transactions);
        String average =
                text("%,d units, above the average of %,d in %s", t.amountUnits, sumUnits / count, transactions);
        if (sumUnits <= sumUnitsMax) {
            return average;
        }
        return t.amountUnits > sumUnits / count ? facts(average, sum) : sum;
    }
}
