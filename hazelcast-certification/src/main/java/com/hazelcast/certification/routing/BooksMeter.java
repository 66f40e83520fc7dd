package com.hazelcast.certification.routing;

import com.hazelcast.certification.transaction.Refusal;

/**
 * The books of a member: every transaction that it read ends in exactly one of scored, duplicate and refused, and is in
 * flight until then. Each call moves all that it moves at once, so that the books balance at any moment. Thread-safe;
 * called once a read or an answer.
 */
public interface BooksMeter {
    /** So many records have been read and are in flight from now on. */
    void entered(int count);

    /** A record has been read and refused at once, for that reason. */
    void refusedAtDoor(Refusal reason);

    /**
     * So many transactions are no longer in flight.
     *
     * @param count all of them
     * @param scored of these, scored and recorded
     * @param flagged of the scored, given a verdict other than 0
     * @param duplicates of these, held already
     * @param refused of these, refused, by ordinal of the {@link Refusal}; empty when none were
     * @param sinceArrivalNs time since they were there: see {@link Router#route}
     */
    void answered(int count, int scored, int flagged, int duplicates, int[] refused, long sinceArrivalNs);
}
