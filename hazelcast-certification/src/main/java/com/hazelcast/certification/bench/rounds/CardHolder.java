package com.hazelcast.certification.bench.rounds;

/** The value of an entry: one card, or all of a shard. Used by the partition thread of its entry. */
interface CardHolder {
    /**
     * The history of that card.
     *
     * @throws IllegalStateException when it was not loaded
     */
    ListedCard card(long card);
}
