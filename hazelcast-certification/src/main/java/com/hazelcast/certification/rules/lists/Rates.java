package com.hazelcast.certification.rules.lists;

import com.hazelcast.certification.mapping.IsoCodes;

/**
 * What one unit of each currency is worth in another currency, for amounts in minor units on both sides: ISO 4217 says how many digits
 * each has behind its point. What a minor unit of the target cannot show is cut off toward zero. Immutable, thread-safe; an exchange
 * costs two reads, a multiplication and a division.
 *
 * <p>A currency without a rate, and one of which ISO 4217 has no digits (gold, a number that is no currency), cannot be exchanged.
 */
public final class Rates {
    /** Stands for what cannot be exchanged. */
    public static final long NONE = CsvReader.NONE;

    /** Decimals of a rate. */
    public static final int DECIMALS = 6;

    /** The rate of a currency to itself. */
    public static final long ONE = 1_000_000;

    /** Currencies that a transaction's ten bits can name. */
    private static final int NUMBERS = 1 << 10;

    /** Currencies that a record may have. */
    private static final int CURRENCIES = 1_000;

    private final int digits;
    private final long[] rates = new long[NUMBERS];

    /** From an amount times its rate to minor units of the target. */
    private final long[] divisors = new long[NUMBERS];

    /**
     * Rates to a currency.
     *
     * @param table from the number of a currency to its rate, in units of {@code 10^-DECIMALS}
     * @param digits that the target has behind its point
     */
    public Rates(LongTable table, int digits) {
        this.digits = digits;
        for (int currency = 0; currency < NUMBERS; currency++) {
            int from = currency < CURRENCIES ? IsoCodes.minorUnits(currency) : IsoCodes.ABSENT;
            boolean isKnown = from != IsoCodes.ABSENT;
            rates[currency] = isKnown ? table.get(currency) : NONE;
            divisors[currency] = isKnown ? power(DECIMALS + from - digits) : 1;
        }
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    /** Digits that the target has behind its point. */
    public int digits() {
        return digits;
    }

    /** The rate of a currency in units of {@code 10^-DECIMALS}; {@link #NONE} when it cannot be exchanged. */
    public long rate(long currency) {
        return rates[(int) currency];
    }

    /**
     * Minor units of the target; {@link #NONE} when the currency cannot be exchanged.
     *
     * @param amountUnits minor units of the currency, below 2^31: times the greatest rate that stays inside of 64 bits
     * @param currency its number, below 1,024
     */
    public long exchanged(long amountUnits, long currency) {
        int number = (int) currency;
        long rate = rates[number];
        return rate == NONE ? NONE : amountUnits * rate / divisors[number];
    }

    /** Minor units of the target that one minor unit of any of the currencies is worth, rounded up. */
    public long perUnitMax() {
        long max = 0;
        for (int currency = 0; currency < NUMBERS; currency++) {
            if (rates[currency] != NONE) {
                max = Math.max(max, (rates[currency] + divisors[currency] - 1) / divisors[currency]);
            }
        }
        return max;
    }
}
