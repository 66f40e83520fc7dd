package com.hazelcast.certification.removing;

import java.time.Duration;

/** Counts sweeps of the shards that a member owns. Called by one thread, once a part. */
public interface SweepMeter {
    /** The time in which each card is to be looked at once; zero: never. Called first. */
    void begin(Duration interval);

    /**
     * A part of a shard was swept.
     *
     * @param cards that were looked at
     * @param entries that were dropped
     * @param cardsRemoved that are not held any more
     * @param elapsedNs on the partition thread
     */
    void swept(long cards, long entries, long cardsRemoved, long elapsedNs);

    /** A part was left out, because its owner did not answer, or could not: the next sweep comes to it again. */
    void failed();
}
