package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.CardHash;

/**
 * What merchants sell: category codes (ISO 18245) with how usual they are and their prices, relative to all. No code is one that
 * a rule names. Immutable.
 */
final class MerchantTypes {
    /** Category, parts of all merchants, prices. */
    private static final double[][] TYPES = {
        {5411, 14, 0.80}, // groceries
        {5812, 8, 0.90}, // restaurants
        {5814, 9, 0.35}, // fast food
        {5541, 7, 1.10}, // fuel
        {5912, 5, 0.55}, // pharmacies
        {5462, 5, 0.25}, // bakeries
        {4111, 4, 0.30}, // local transport
        {5311, 3, 1.70}, // department stores
        {5651, 3, 1.90}, // clothing
        {5942, 2, 0.60}, // books
        {7832, 1, 0.50}, // cinemas
        {5732, 1, 4.50}, // electronics
        {7011, 1, 4.50}, // hotels
        {5200, 1, 3.00}, // home improvement
    };

    private static final int SLOTS = 64;
    private static final int[] CODES = new int[SLOTS];
    private static final double[] PRICES = new double[SLOTS];

    static {
        int slot = 0;
        double sum = 0;
        for (double[] type : TYPES) {
            for (int i = 0; i < type[1]; i++) {
                CODES[slot] = (int) type[0];
                PRICES[slot++] = type[2];
                sum += type[2];
            }
        }
        if (slot != SLOTS) {
            throw new IllegalStateException("the parts of all types must sum up to " + SLOTS + ": parts=" + slot);
        }
        for (int i = 0; i < SLOTS; i++) {
            // The mean over all merchants is 1, so that a customer's mean stays what it is.
            PRICES[i] *= SLOTS / sum;
        }
    }

    /** Terminals of a merchant. */
    private static final int TERMINALS = 3;

    private MerchantTypes() {}

    /** Where a terminal's type stands in the tables; all terminals of a merchant have the same. */
    static int slot(long cityTerminals, int terminal) {
        return (int) (CardHash.of(cityTerminals + terminal / TERMINALS) >>> Long.SIZE - 6);
    }

    /** The category code. */
    static int code(int slot) {
        return CODES[slot];
    }

    /** Prices, relative to the mean of all merchants. */
    static double price(int slot) {
        return PRICES[slot];
    }
}
