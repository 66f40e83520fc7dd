package com.hazelcast.certification.rules.model;

import com.hazelcast.certification.rules.lists.Place;

/** What a value is of. Values of two kinds are never compared with each other. */
public enum Kind {
    NUMBER("a number", Long.MAX_VALUE),
    AMOUNT("an amount", Integer.MAX_VALUE),
    MONEY("money", Long.MAX_VALUE),
    DURATION("a duration", Long.MAX_VALUE),
    TIME("a time", Long.MAX_VALUE),
    TIME_OF_DAY("a time of day", 1_439),
    WEEKDAY("a weekday", 7),
    COUNTRY("a country", 999),
    RESPONSE("a response", 99),
    CURRENCY("a currency", 999),
    MERCHANT("a merchant type", 9_999),
    CITY("a city", 99_999),
    CODE("a code", 99_999),
    TERMINAL("a terminal", 999_99999_99999L),
    CARD("a card", Long.MAX_VALUE),
    BIN("a BIN", 999_999),
    BIN8("a BIN of eight digits", 99_999_999),
    /** In km/h. */
    SPEED("a speed", Place.SPEED_MAX),
    /** What a table has for speeds. */
    PLACE("a place", 0),
    /** A text that has not met what it is compared with. */
    TEXT("a text", 0);

    private final String label;
    private final long max;

    Kind(String label, long max) {
        this.label = label;
        this.max = max;
    }

    /** For messages, with its article. */
    public String label() {
        return label;
    }

    /** The greatest value of a transaction's field of this kind. */
    public long max() {
        return max;
    }

    /** Whether one can add two of them. */
    public boolean isQuantity() {
        return this == NUMBER || this == AMOUNT || this == MONEY || this == DURATION;
    }

    /** Whether a plain number stands for one of them. */
    public boolean isCode() {
        return this == COUNTRY
                || this == RESPONSE
                || this == CURRENCY
                || this == MERCHANT
                || this == CITY
                || this == CODE
                || this == BIN
                || this == BIN8;
    }
}
