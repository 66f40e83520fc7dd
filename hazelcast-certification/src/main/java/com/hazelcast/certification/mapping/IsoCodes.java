package com.hazelcast.certification.mapping;

import com.neovisionaries.i18n.CountryCode;
import java.util.Currency;
import java.util.HashMap;
import java.util.Map;

/** ISO 4217 currencies with their minor units, and ISO 3166 countries, by letters and by number. Immutable. */
public final class IsoCodes {
    public static final int ABSENT = -1;
    private static final int NUMBER_END = 1_000;

    private static final Map<String, Integer> CURRENCIES = new HashMap<>();
    private static final int[] MINOR_UNITS = new int[NUMBER_END];
    private static final Map<String, Integer> COUNTRIES = new HashMap<>();

    static {
        java.util.Arrays.fill(MINOR_UNITS, ABSENT);
        for (Currency currency : Currency.getAvailableCurrencies()) {
            int number = currency.getNumericCode();
            if (number > 0 && number < NUMBER_END) {
                CURRENCIES.put(currency.getCurrencyCode(), number);
                // Several historic currencies share a number; the one in use has a known fraction as well.
                MINOR_UNITS[number] = Math.max(MINOR_UNITS[number], currency.getDefaultFractionDigits());
            }
        }
        for (CountryCode country : CountryCode.values()) {
            if (country.getNumeric() > 0 && country.getAssignment() == CountryCode.Assignment.OFFICIALLY_ASSIGNED) {
                COUNTRIES.put(country.getAlpha2(), country.getNumeric());
                COUNTRIES.put(country.getAlpha3(), country.getNumeric());
            }
        }
    }

    private IsoCodes() {}

    /** The number of a currency of three letters; {@link #ABSENT} when there is none. */
    public static int currency(String letters) {
        return CURRENCIES.getOrDefault(letters, ABSENT);
    }

    /** Digits behind the point of a currency; {@link #ABSENT} when they are not known. */
    public static int minorUnits(int currency) {
        return MINOR_UNITS[currency];
    }

    /** The number of a country of two or three letters; {@link #ABSENT} when there is none. */
    public static int country(String letters) {
        return COUNTRIES.getOrDefault(letters, ABSENT);
    }
}
