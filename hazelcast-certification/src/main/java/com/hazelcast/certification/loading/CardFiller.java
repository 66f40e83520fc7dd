package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHistory;

/** Makes the histories of cards, one by one. Used by one thread. */
@FunctionalInterface
interface CardFiller {
    /** Inserts the card's transactions, oldest first, into its empty history. */
    void fill(CardHistory history, long card);

    /** What makes the histories that a specification asks for. */
    static CardFiller of(LoadSpec spec) {
        return switch (spec.traffic()) {
            case CHALLENGE -> new SyntheticHistory(spec);
            case NATURAL, CLEAN -> new NaturalHistory(spec);
        };
    }
}
