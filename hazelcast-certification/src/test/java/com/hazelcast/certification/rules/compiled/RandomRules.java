package com.hazelcast.certification.rules.compiled;

import java.util.Random;

/**
 * Texts of rules at random: most of the grammar, with few values, so that what they ask for is met. Some are refused by the checker
 * (a comparison that always comes to the same); these are passed over.
 */
final class RandomRules {
    private static final String[] WIDTHS = {"1m", "1h", "5h", "1d", "10d", "30d", "60d", "70d", "90d"};
    private static final String[] ZONES = {"", " at 'Europe/Berlin'", " at 'Pacific/Apia'", " at 'America/New_York'"};
    private static final String[] COMPARATORS = {"=", "!=", "<", "<=", ">", ">="};
    private static final String[] ACTIONS = {"approve", "challenge", "review", "decline", "points 3", "points 40"};
    private static final String[] CODES = {"country", "merchant", "city", "code", "currency", "response"};

    private final Random random;

    RandomRules(Random random) {
        this.random = random;
    }

    String set() {
        StringBuilder text = new StringBuilder("list odd of merchant from 'odd.csv'\n"
                + "table risk of country to number from 'risk.csv'\n"
                + "table map of city to place from 'map.csv'\n"
                + "table banks of bin to number from 'banks.csv'\n"
                + "exchange EUR from 'rates.csv'\n"
                + "exchange JPY from 'yen.csv'\n"
                + "exchange KWD from 'dinar.csv'\n"
                + "points challenge at 10, decline at 50\n");
        int rules = 1 + random.nextInt(6);
        for (int i = 0; i < rules; i++) {
            text.append("rule r").append(i).append(' ').append(one(ACTIONS)).append(" when ");
            text.append(condition("tx.", 2)).append('\n');
        }
        return text.toString();
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** @param owner {@code tx.} outside of an aggregate, nothing inside */
    private String condition(String owner, int depth) {
        return switch (depth == 0 ? 9 : random.nextInt(10)) {
            case 0 -> "(" + condition(owner, depth - 1) + " or " + condition(owner, depth - 1) + ")";
            case 1, 2 -> condition(owner, depth - 1) + " and " + condition(owner, depth - 1);
            case 3 -> "not (" + condition(owner, depth - 1) + ")";
            default -> test(owner);
        };
    }

    private String test(String owner) {
        boolean isOutside = !owner.isEmpty();
        return switch (random.nextInt(isOutside ? 18 : 11)) {
            case 0 -> owner + one(CODES) + " " + one("=", "!=") + " " + random.nextInt(4);
            case 1 -> owner + one(CODES) + one(" in ", " not in ") + "(0, 1, " + random.nextInt(5) + ")";
            case 2 -> owner + "merchant" + one(" in ", " not in ") + "@odd";
            case 3 -> "@risk[" + owner + "country] " + one(COMPARATORS) + " 0." + random.nextInt(4);
            case 4 ->
                owner
                        + "hour"
                        + one(ZONES)
                        + one(
                                " between 1 and 12",
                                " > 12",
                                " not between 8 and 9",
                                " between 0 and 5",
                                " not between 20 and 23");
            case 5 ->
                owner
                        + one(
                                "bin = 40",
                                "bin != '000040'",
                                "bin in (1, 40)",
                                "bin8 = 4000",
                                "bin8 between 4000 and 4999",
                                "bin8 in (4001, 4002)");
            case 6 -> "@banks[" + owner + "bin] " + one(COMPARATORS) + " 0." + random.nextInt(4);
            case 7 -> owner + "weekday" + one(ZONES) + " in (mon, sat, sun)";
            case 8 -> owner + "time_of_day" + one(ZONES) + one(" between 22:00 and 05:30", " between 06:00 and 18:30");
            case 9 ->
                owner + "day" + one(ZONES) + " < 16 and " + owner + "month" + one(ZONES) + " = "
                        + (1 + random.nextInt(12));
            case 10 ->
                owner
                        + "amount"
                        + one(
                                " to EUR > 0.5 EUR",
                                " to JPY <= 21 JPY",
                                " to KWD != 0.034 KWD",
                                " to EUR is missing",
                                " >= " + random.nextInt(120),
                                " * 2 < 101.5");
            case 11 -> one("", "not ") + "exists(" + scope(true) + ")";
            case 12 -> "first_seen(" + one("city", "terminal", "country") + ", " + window() + ")";
            case 13 -> number() + " " + one(COMPARATORS) + " " + random.nextInt(12);
            case 14 -> amount() + " " + one(COMPARATORS) + " " + random.nextInt(400);
            case 15 -> "tx.amount " + one(COMPARATORS) + " " + one("1.5 * ", "") + amount();
            case 16 ->
                one(
                        "card.age > 30d",
                        "card.since_last < 2h",
                        "card.home_country != tx.country",
                        "card.home_city = tx.city",
                        "speed(@map) " + one(COMPARATORS) + one(" 1", " 40", " 900", " 60_000.5"),
                        "speed(@map) is missing",
                        "time_since(" + scope(false) + ") is missing",
                        "time_since(" + scope(false) + ") <= 7h");
            default ->
                one(
                        "last(country, " + scope(true) + ") = tx.country",
                        "nth(" + (1 + random.nextInt(4)) + ", amount, " + scope(true) + ") < 60",
                        "(nth(2, amount, " + scope(true) + ") else 50) > 49",
                        amount() + " / " + number() + " > 30",
                        "max(time, " + scope(false) + ") > tx.time - 3h",
                        "avg(amount to EUR, " + scope(true) + ") > 0.41 EUR",
                        "sum(amount to JPY, " + scope(true) + ") >= 90.5 JPY",
                        "max(amount to KWD, " + scope(true) + ") * 1.5 < 0.15 KWD");
        };
    }

    private String number() {
        return one("count(" + scope(true) + ")", "distinct(" + one(CODES) + ", " + scope(true) + ")");
    }

    private String amount() {
        return one("sum", "avg", "min", "max") + "(amount, " + scope(true) + ")";
    }

    private String window() {
        return switch (random.nextInt(5)) {
            case 0 -> "ladder " + one(WIDTHS);
            case 1 -> "today" + one(ZONES);
            case 2 -> "last " + (1 + random.nextInt(89)) + " calendar days" + one(ZONES);
            default -> "last " + one(WIDTHS);
        };
    }

    private String scope(boolean mayIncludeThis) {
        String filter = switch (random.nextInt(5)) {
            case 0, 1 -> "";
            case 2 -> " where running(" + condition("", 0) + ") > " + random.nextInt(4);
            case 3 -> " where country = tx.country and " + condition("", 1);
            default -> " where " + condition("", 1);
        };
        if (random.nextInt(12) == 0) {
            return "chain " + one("1h", "1d", "80d") + " step 1h" + filter;
        }
        return window() + (mayIncludeThis && random.nextBoolean() ? " including this" : "") + filter;
    }
}
