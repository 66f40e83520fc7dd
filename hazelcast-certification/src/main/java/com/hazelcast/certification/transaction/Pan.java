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

    private Pan() {}

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
