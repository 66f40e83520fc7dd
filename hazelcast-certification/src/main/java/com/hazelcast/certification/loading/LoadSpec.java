package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHash;

/**
 * What to load; the same specification gives the same histories on every member and at every attempt.
 *
 * @param cards cards are numbered 0 to {@code cards - 1}
 * @param historyPerCard transactions a card, spread over the 90 days up to {@code untilMs}
 * @param seed of all random fields
 * @param untilMs end of the histories, ms since 1970: the clock of the member that was told to load
 */
public record LoadSpec(int cards, int historyPerCard, long seed, long untilMs) {
    /** The identity of these parameters: another one for each other that is ever given. */
    long id() {
        long id = CardHash.of(cards);
        id = CardHash.of(id + historyPerCard);
        id = CardHash.of(id + seed);
        return CardHash.of(id + untilMs);
    }

    /** @throws IllegalArgumentException when a component is out of its range */
    public LoadSpec {
        if (cards < 0) {
            throw new IllegalArgumentException("the number of cards must not be negative: cards=" + cards);
        }
        if (historyPerCard < 0) {
            throw new IllegalArgumentException(
                    "the transactions a card must not be negative: historyPerCard=" + historyPerCard);
        }
    }
}
