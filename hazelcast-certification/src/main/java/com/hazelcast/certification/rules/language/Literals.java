package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.mapping.IsoCodes;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.transaction.Pan;
import com.neovisionaries.i18n.CountryCode;
import com.neovisionaries.i18n.CurrencyCode;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Texts that stand for a value: countries and currencies in letters, cards, terminals, and plain numbers. */
final class Literals {
    static final List<String> WEEKDAYS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    /** That most currencies have behind their point. */
    static final int MINOR_DIGITS_USUAL = 2;

    /** Digits that always fit into a long. */
    private static final int DIGITS_MAX = 18;

    private final LongUnaryOperator identify;

    /** @param identify from the code of a card's number to its word */
    Literals(LongUnaryOperator identify) {
        this.identify = identify;
    }

    /**
     * The number of a text of a kind.
     *
     * @throws IllegalArgumentException when it is none; the message has no card number
     */
    long number(Kind kind, String text) {
        return switch (kind) {
            case CARD -> identify.applyAsLong(CardNumber.of(text));
            case TERMINAL -> terminal(text);
            case COUNTRY -> isLetters(text) ? country(text) : digits(kind, text);
            case CURRENCY -> isLetters(text) ? currency(text) : digits(kind, text);
            case RESPONSE, MERCHANT, CITY, CODE -> digits(kind, text);
            case BIN -> bin(kind, text, Pan.BIN_DIGITS);
            case BIN8 -> bin(kind, text, Pan.LONG_BIN_DIGITS);
            default -> throw new IllegalArgumentException("no text stands for " + kind.label());
        };
    }

    private static boolean isLetters(String text) {
        return !text.isEmpty() && Character.isLetter(text.charAt(0));
    }

    private static long country(String letters) {
        @Nullable CountryCode country = CountryCode.getByAlpha2Code(letters.toUpperCase(Locale.ROOT));
        if (country == null || country.getNumeric() < 0) {
            throw new IllegalArgumentException(
                    "no country has these two letters (ISO 3166): country='" + Names.shown(letters) + "'");
        }
        return country.getNumeric();
    }

    /** ISO 4217: the number of a currency's three letters. */
    static long currency(String letters) {
        @Nullable CurrencyCode currency = CurrencyCode.getByCode(letters.toUpperCase(Locale.ROOT));
        if (currency == null || currency.getNumeric() <= 0) {
            throw new IllegalArgumentException(
                    "no currency has these three letters (ISO 4217): currency='" + Names.shown(letters) + "'");
        }
        return currency.getNumeric();
    }

    /**
     * The digits that money in a currency has behind its point (ISO 4217). Two where they are not known: gold has none, and this Java may be older
     * than the currency. It is not refused, because sets of a cluster are compiled again at each start.
     *
     * @throws IllegalArgumentException when there is no such currency
     */
    static int minorDigits(String letters) {
        int digits = IsoCodes.minorUnits((int) currency(letters));
        return digits == IsoCodes.ABSENT ? MINOR_DIGITS_USUAL : digits;
    }

    /** Whether cards are known by keyed identifiers alone: none of these is a number. */
    boolean areCardsKeyed() {
        return !CardNumber.isCode(identify.applyAsLong(CardNumber.of(CardNumber.DIGITS_USUAL, 0)));
    }

    /** With all its digits: a leading zero that got lost would name another bank. */
    private static long bin(Kind kind, String text, int digits) {
        if (text.length() != digits) {
            throw new IllegalArgumentException(
                    kind.label() + " has " + digits + " digits, leading zeros included: digits=" + text.length());
        }
        return digits(kind, text);
    }

    private static long terminal(String text) {
        String[] parts = text.split("-", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    "a terminal is country, city and code with hyphens between them, as in 276-00012-00345");
        }
        return Field.terminal(digits(Kind.COUNTRY, parts[0]), digits(Kind.CITY, parts[1]), digits(Kind.CODE, parts[2]));
    }

    private static long digits(Kind kind, String text) {
        if (text.isEmpty() || text.length() > DIGITS_MAX || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException(kind.label() + " has digits only: value='" + Names.shown(text) + "'");
        }
        long number = Long.parseLong(text);
        if (number > kind.max()) {
            throw new IllegalArgumentException(
                    kind.label() + " is at most " + kind.max() + ": value=" + Names.shown(text));
        }
        return number;
    }
}
