package com.hazelcast.certification.transaction;

import com.hazelcast.certification.client.CardNumber;
import java.util.Locale;

/**
 * Cards as people and logs may see them. A card is a 64-bit word: the {@linkplain CardNumber code} of its number, or, where
 * numbers are keyed, an identifier of {@link CardKey}. The two never overlap.
 */
public final class Pan {
    /** Digits of a card number of the challenge. */
    public static final int DIGITS = CardNumber.DIGITS_USUAL;

    /** Digits of a bank identification number (BIN), as it is usual and as ISO/IEC 7812 has it since 2017. */
    public static final int BIN_DIGITS = 6;

    public static final int LONG_BIN_DIGITS = 8;

    private static final long BASE = 10;

    private Pan() {}

    /**
     * The first digits of a card's number, as a number: who has issued it.
     *
     * @param card must not be keyed; its identifier has no digits
     * @param count {@link #BIN_DIGITS} or {@link #LONG_BIN_DIGITS}
     */
    public static long first(long card, int count) {
        long divisor = 1;
        for (int rest = CardNumber.digits(card) - count; rest > 0; rest--) {
            divisor *= BASE;
        }
        return Long.divideUnsigned(CardNumber.value(card), divisor);
    }

    /**
     * The number masked to its first six and last four digits, for example {@code 000000****1111}; of a keyed card its identifier,
     * for example {@code #9c01f3a2b4c5d6e7}, from which the number cannot be found without the key.
     */
    public static String masked(long card) {
        return CardNumber.isCode(card) ? CardNumber.masked(card) : String.format(Locale.ROOT, "#%016x", card);
    }

    /** The number masked to its first six and last four digits, of text that need not be digits; short text is masked whole. */
    public static String masked(String digits) {
        return CardNumber.masked(digits);
    }
}
