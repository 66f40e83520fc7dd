package com.hazelcast.certification.routing;

import com.hazelcast.certification.transaction.Rejection;

/**
 * The accounting of a member: every transaction that it read ends in exactly one of scored, duplicate and rejected, and is in
 * flight until then. Each call moves all that it moves at once, so that the accounting balances at any moment. Thread-safe;
 * called once a read or an answer.
 */
public interface AccountingMeter {
    /** So many records have been read and are in flight from now on. */
    void entered(int count);

    /** A record has been read and rejected at once, for that reason. */
    void rejectedOnArrival(Rejection reason);

    /**
     * So many transactions are no longer in flight.
     *
     * @param count all of them
     * @param scored of these, scored and recorded
     * @param flagged of the scored, whose action is not to approve
     * @param duplicates of these, held already
     * @param rejected of these, rejected, by ordinal of the {@link Rejection}; empty when none were
     * @param sinceArrivalNs time since they were there: see {@link Router#route}
     */
    void answered(int count, int scored, int flagged, int duplicates, int[] rejected, long sinceArrivalNs);
}
