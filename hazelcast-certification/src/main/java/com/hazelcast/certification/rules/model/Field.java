package com.hazelcast.certification.rules.model;

import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A value that every transaction and every entry of a history has. */
public enum Field {
    CARD(Kind.CARD),
    TIME(Kind.TIME),
    COUNTRY(Kind.COUNTRY),
    RESPONSE(Kind.RESPONSE),
    AMOUNT(Kind.AMOUNT),
    CURRENCY(Kind.CURRENCY),
    MERCHANT(Kind.MERCHANT),
    CITY(Kind.CITY),
    CODE(Kind.CODE),
    /** Country, city and code in one number: what stands behind a code differs from city to city. */
    TERMINAL(Kind.TERMINAL),
    /** The first six digits of the card's number. */
    BIN(Kind.BIN),
    /** The first eight. */
    BIN8(Kind.BIN8);

    /** A terminal is country, city and code, five digits each. */
    public static final long TERMINAL_STEP = 100_000;

    private final Kind kind;

    Field(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether it comes from the digits of the card's number, which a keyed card has not. */
    public boolean isOfCardNumber() {
        return this == BIN || this == BIN8;
    }

    /** As rules write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The field of that name, which is in lower case. */
    public static Optional<Field> named(String label) {
        return Arrays.stream(values())
                .filter(field -> field.label().equals(label))
                .findFirst();
    }

    /** Its value in a transaction, packed as {@link TransactionLayout} does. */
    public long of(long card, long times, long payment, int outcome) {
        return switch (this) {
            case CARD -> card;
            case TIME -> TransactionLayout.timeMs(times);
            case COUNTRY -> TransactionLayout.country(times);
            case RESPONSE -> TransactionLayout.response(outcome);
            case AMOUNT -> TransactionLayout.amountUnits(payment);
            case CURRENCY -> TransactionLayout.currency(times);
            case MERCHANT -> TransactionLayout.merchant(payment);
            case CITY -> TransactionLayout.city(outcome);
            case CODE -> TransactionLayout.code(payment);
            case TERMINAL ->
                terminal(
                        TransactionLayout.country(times),
                        TransactionLayout.city(outcome),
                        TransactionLayout.code(payment));
            case BIN -> Pan.first(card, Pan.BIN_DIGITS);
            case BIN8 -> Pan.first(card, Pan.LONG_BIN_DIGITS);
        };
    }

    /** The number of a terminal. */
    public static long terminal(long country, long city, long code) {
        return (country * TERMINAL_STEP + city) * TERMINAL_STEP + code;
    }
}
