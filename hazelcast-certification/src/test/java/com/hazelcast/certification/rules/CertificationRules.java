package com.hazelcast.certification.rules;

import java.util.List;

/** The 49 rules of the certification challenge, in the order of their evaluation. */
public final class CertificationRules {
    /** Number of the last rule. */
    public static final int LAST_ID = 49;

    private static final List<Rule> RULES = List.of(
            new Rule(1, "country-111-large", "Country 111, more than 200,000, at a merchant of type 22"),
            new Rule(2, "country-121-declined", "Country 121 and a response other than 00"),
            new Rule(3, "merchant-11-currency-11", "More than 1,000 in currency 11 at a merchant of type 11"),
            new Rule(4, "code-1000-large", "More than 100,000 with code 1000"),
            new Rule(5, "watched-card-100-large", "More than 100,000 with the watched card ending in 222100"),
            new Rule(6, "watched-card-422", "Watched card ending in 444422 at a merchant of type 2000"),
            new Rule(7, "country-221-merchant", "Country 221 at a merchant of type 1 or 2222"),
            new Rule(8, "code-3333-large", "More than 10,000 with code 3333 at a merchant of type 2222"),
            new Rule(9, "night-large", "At night (1 to 3 h UTC), 10,000 or more"),
            new Rule(10, "night-merchant-101", "At night, 10,000 or more at a merchant of type 101"),
            new Rule(11, "country-221-444-merchant", "Country 221 or 444 at a merchant of type 1 or 2222"),
            new Rule(12, "watched-card-333-large", "More than 50,000 with the watched card ending in 222333"),
            new Rule(13, "watched-pair-merchant-2200", "One of two watched cards at a merchant of type 2200"),
            new Rule(14, "watched-pair-code", "One of two watched cards with a code other than 2222"),
            new Rule(15, "night-merchant-2222", "At night, 10,000 or more at a merchant of type 2222"),
            new Rule(16, "night-code-2222", "At night, 10,000 or more with code 2222"),
            new Rule(17, "march-25-code-2222", "On 25 March (UTC), 10,000 or more with code 2222"),
            new Rule(18, "march-25-merchant-2222", "On 25 March (UTC), 10,000 or more at a merchant of type 2222"),
            new Rule(19, "code-3344-million", "1,000,000 or more with code 3344"),
            new Rule(20, "code-1001-half-million", "500,000 or more with code 1001"),
            new Rule(21, "watched-card-333-hour", "Watched card ending in 222333: more than 500,000 within an hour"),
            new Rule(22, "code-3333-five-hours", "Code 3333, merchant type 2222: more than 1,000,000 within 5 hours"),
            new Rule(23, "burst-two-hours", "More than 100 transactions of the card within 2 hours"),
            new Rule(
                    24,
                    "code-3344-three-hours",
                    "Code 3344: more than 10 transactions worth 10,000,000 within 3 hours"),
            new Rule(
                    25,
                    "merchant-11-8h-ladder",
                    "Merchant type 11: a sum above the currency's limit on the 8-hour ladder"),
            new Rule(
                    26,
                    "watched-card-333-1d-ladder",
                    "Watched card ending in 222333: 500,000 or more on the 1-day ladder"),
            new Rule(
                    27,
                    "code-3333-1d-ladder",
                    "1,000,000 or more with code 3333 at merchants 2222 on the 1-day ladder"),
            new Rule(28, "burst-1d-ladder", "300 or more transactions on the 1-day ladder"),
            new Rule(
                    29,
                    "code-3344-1d-ladder",
                    "Code 3344: more than 10 transactions worth 10,000,000 on the 1-day ladder"),
            new Rule(
                    30,
                    "merchant-11-1d-ladder",
                    "Merchant type 11: a sum above the currency's limit on the 1-day ladder"),
            new Rule(
                    31,
                    "watched-card-333-10d-ladder",
                    "Watched card ending in 222333: more than 500,000 on the 10-day ladder"),
            new Rule(
                    32,
                    "code-3333-11d-ladder",
                    "More than 500,000 with code 3333 at merchants 2222 on the 11-day ladder"),
            new Rule(33, "burst-12d-ladder", "400 or more transactions on the 12-day ladder"),
            new Rule(
                    34,
                    "code-3344-13d-ladder",
                    "Code 3344: more than 10 transactions worth 10,000,000 on the 13-day ladder"),
            new Rule(
                    35,
                    "merchant-11-14d-ladder",
                    "Merchant type 11: a sum above the currency's limit on the 14-day ladder"),
            new Rule(
                    36,
                    "above-average-60d",
                    "Above the card's average of 60 days, or these sum up to more than 20,000"),
            new Rule(
                    37,
                    "above-average-70d",
                    "Above the card's average of 70 days, or these sum up to more than 100,000"),
            new Rule(
                    38,
                    "above-average-70d-ladder",
                    "Above the average on the 70-day ladder, or a sum above 200,000 there"),
            new Rule(
                    39,
                    "above-average-90d-ladder",
                    "Above the average on the 90-day ladder, or a sum above 330,000 there"),
            new Rule(
                    40,
                    "above-average-90d-ladder-million",
                    "Above the average on the 90-day ladder, or a sum above 1,110,000 there"),
            new Rule(
                    41,
                    "country-2-after-country-1",
                    "Country 2, more than 1,000, after more than 10,000 in country 1 on the 10-day ladder"),
            new Rule(
                    42,
                    "country-2-after-elsewhere",
                    "Country 2, more than 1,000, after more than 10,000 outside country 1 on the 10-day ladder"),
            new Rule(43, "large-after-small", "10,000 or more right after a transaction of 100 or less"),
            new Rule(44, "large-after-country-0-1", "More than 10,000 with country 0 or 1 on the 10-hour ladder"),
            new Rule(
                    45,
                    "merchant-33-after-22",
                    "Merchant type 33, more than 1,000, after more than 10 at type 22 on the 1-day ladder"),
            new Rule(46, "night-habit", "More than 20,000 on a card with more than 50 transactions at night"),
            new Rule(
                    47,
                    "country-122-after-200-201",
                    "Country 122 after more than 10,000 in countries 200 and 201 in a chain of 80 days"),
            new Rule(48, "merchant-33-after-22-code-1", "As rule 45, counting only transactions with code 1"),
            new Rule(
                    49,
                    "merchant-33-after-22-sum",
                    "Merchant type 33, more than 10,000, after more than 10,000 at type 22 with code 1 on the 10-day ladder"));

    private CertificationRules() {}

    /** All rules, in order. */
    public static List<Rule> all() {
        return RULES;
    }

    /**
     * The rule with that number.
     *
     * @throws IndexOutOfBoundsException when there is none
     */
    public static Rule of(int id) {
        return RULES.get(id - 1);
    }
}
