package com.hazelcast.certification.traffic;

/**
 * What a payment's label says. 1 to 3 are those of the simulator in chapter 3 of the Fraud Detection Handbook (Le Borgne,
 * Siblini, Lebichot, Bontempi 2022); 4 to 6 are this project's.
 */
public enum Scenario {
    /** No fraud. */
    GENUINE("genuine"),

    /** An amount that the customer never spends. */
    UNUSUAL_AMOUNT("unusual-amount"),

    /** At a terminal that is compromised, for 28 days; nothing else about the payment is unusual. */
    COMPROMISED_TERMINAL("compromised-terminal"),

    /** A third of the payments of a stolen card, for 14 days: five times as large. */
    STOLEN_CARD("stolen-card"),

    /** A burst of small amounts that test a card, and the large one after them. */
    TESTED_CARD("tested-card"),

    /** A payment in another country soon after one at home. */
    TWO_COUNTRIES("two-countries"),

    /** A run of payments while the customer is asleep. */
    NIGHT_SPREE("night-spree");

    private static final Scenario[] ALL = values();

    private final String label;

    Scenario(String label) {
        this.label = label;
    }

    /** Its number in label files, 0 for no fraud. */
    public int number() {
        return ordinal();
    }

    /** Its name. */
    public String label() {
        return label;
    }

    /**
     * The scenario of a number.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Scenario of(int number) {
        if (number < 0 || number >= ALL.length) {
            throw new IllegalArgumentException(
                    "the scenario must be 0 to " + (ALL.length - 1) + ": scenario=" + number);
        }
        return ALL[number];
    }
}
