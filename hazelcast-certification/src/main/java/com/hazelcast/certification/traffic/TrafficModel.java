package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.HistoryLimits;

/**
 * The parameters of the customers. Immutable. Amounts are small numbers, drawn alike in all currencies, whatever these are worth. As minor
 * units, which amounts of records are, a mean of 5 to 100 is 0.05 to 1.00 EUR. They stay so small because the thresholds of the
 * certification rules are plain numbers: of a hundred times the amounts one rule would flag nearly all.
 *
 * @param meanUnitsMin least mean amount of a customer, in minor units as all amounts; means are uniform up to the greatest
 * @param meanUnitsMax greatest mean amount of a customer
 * @param amountUnitsMin no amount is smaller
 * @param hasPrices whether a merchant's type has a level of prices, which makes amounts skewed
 * @param reach terminals that a customer pays at
 * @param prefers whether a customer has favourites among them
 * @param isAtHome whether all of them are in the customer's city, and the customer never travels
 * @param unusualAboveUnits above it, an amount is labelled as {@link Scenario#UNUSUAL_AMOUNT}
 * @param unusualPerMillion of so many payments in a million the amount is made unusual, and labelled
 * @param terminalsPer10k so many terminals of 10,000 are compromised each day, for {@link #COMPROMISED_MS}
 * @param cardsPer10k so many cards of 10,000 are stolen each day, for {@link #STOLEN_MS}
 * @param beginMs no terminal is compromised, and no card stolen, before this time
 * @param hasEpisodes whether cards are tested, used in two countries, and for sprees at night
 */
record TrafficModel(
        double meanUnitsMin,
        double meanUnitsMax,
        int amountUnitsMin,
        boolean hasPrices,
        int reach,
        boolean prefers,
        boolean isAtHome,
        double unusualAboveUnits,
        int unusualPerMillion,
        double terminalsPer10k,
        double cardsPer10k,
        long beginMs,
        boolean hasEpisodes) {
    /** How long a terminal is compromised. */
    static final long COMPROMISED_MS = 28 * HistoryLimits.DAY_MS;

    /** How long a stolen card is used. */
    static final long STOLEN_MS = 14 * HistoryLimits.DAY_MS;

    /** Deviation of amounts, as a share of their mean. */
    static final double DEVIATION = 0.5;

    /** One of so many payments of a stolen card is fraud. */
    static final int STOLEN_PAYMENTS = 3;

    /** How many times as large it is. */
    static final double STOLEN_FACTOR = 5;

    /** Amount of every payment of {@link Traffic#CLEAN}. Less than any that is loaded, so never above an average. */
    static final int CLEAN_UNITS = 5;

    private static final int REACH = 12;

    /** The Handbook's shares of fraud, and the rest of the natural customers. */
    static final TrafficModel NATURAL =
            new TrafficModel(5, 100, 1, true, REACH, true, false, Double.MAX_VALUE, 550, 2, 6, 0, true);

    /** Customers whose sums never reach a bound of the rules. */
    static final TrafficModel CLEAN =
            new TrafficModel(8, 16, CLEAN_UNITS + 1, false, REACH, true, false, Double.MAX_VALUE, 0, 0, 0, 0, false);

    /**
     * The simulator of the Handbook: a customer reaches what lies within a radius of 5 on a square of 100 by 100, which is 78 of
     * 10,000 terminals; two terminals of 10,000 a day, and three cards of 5,000.
     */
    static TrafficModel handbook(long beginMs) {
        return new TrafficModel(5, 100, 0, false, 78, false, true, 220, 0, 2, 6, beginMs, false);
    }

    /** The customers of {@link Traffic#NATURAL} and {@link Traffic#CLEAN}. */
    static TrafficModel of(Traffic traffic) {
        return switch (traffic) {
            case NATURAL -> NATURAL;
            case CLEAN -> CLEAN;
            case CHALLENGE ->
                throw new IllegalArgumentException("the challenge's traffic has no customers: traffic=challenge");
        };
    }
}
