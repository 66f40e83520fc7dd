package com.hazelcast.certification.rules;

import com.hazelcast.certification.client.CardNumber;
import java.util.function.LongUnaryOperator;

/** The five cards that the rules name, as words of members: keyed where card numbers are. Immutable, thread-safe. */
public final class WatchedCards {
    /** None of them. */
    static final int NONE = 0;

    static final int ENDING_222100 = 1;
    static final int ENDING_444422 = 2;
    static final int ENDING_222333 = 3;
    static final int ENDING_444444 = 4;
    static final int ENDING_442211 = 5;

    private static final String[] NUMBERS = {
        "00004000222100", "000112340000444422", "00004000222333", "000112340000444444", "003300030044442211"
    };

    private final long[] cards;

    /**
     * The named cards.
     *
     * @param identify from the code of a card's number to its word
     */
    public WatchedCards(LongUnaryOperator identify) {
        cards = new long[NUMBERS.length];
        for (int i = 0; i < NUMBERS.length; i++) {
            cards[i] = identify.applyAsLong(CardNumber.of(NUMBERS[i]));
        }
    }

    /** Where numbers are not keyed. */
    public static WatchedCards clear() {
        return new WatchedCards(code -> code);
    }

    /** Which of them the card is, or {@link #NONE}. */
    int find(long card) {
        for (int i = 0; i < cards.length; i++) {
            if (cards[i] == card) {
                return i + 1;
            }
        }
        return NONE;
    }
}
