package com.hazelcast.certification.rules.model;

/**
 * Kind and unit of a value. A value is a {@code long} in units of {@code 10^-decimals}; durations and times are in
 * milliseconds, times of day in minutes. An amount is in minor units of a currency that the type does not have: the transaction does.
 *
 * @param decimals of a number, an amount or money; 0 for all else
 * @param currency of money, three letters; empty for all else
 */
public record Type(Kind kind, int decimals, String currency) {
    public static final Type NUMBER = of(Kind.NUMBER);
    public static final Type AMOUNT = of(Kind.AMOUNT);
    public static final Type DURATION = of(Kind.DURATION);

    /** A kind without decimals. */
    public static Type of(Kind kind) {
        return new Type(kind, 0, "");
    }

    /**
     * Money in a currency.
     *
     * @param decimals as many as the currency has digits behind its point (ISO 4217), or more
     */
    public static Type money(String currency, int decimals) {
        return new Type(Kind.MONEY, decimals, currency);
    }

    /** The same with other decimals. */
    public Type withDecimals(int otherDecimals) {
        return new Type(kind, otherDecimals, currency);
    }

    /** Whether values of both may be compared once they have the same decimals. */
    public boolean isComparableWith(Type other) {
        return kind == other.kind && currency.equals(other.currency);
    }

    /** For messages, for example {@code money in EUR}. */
    public String label() {
        return currency.isEmpty() ? kind.label() : kind.label() + " in " + currency;
    }
}
