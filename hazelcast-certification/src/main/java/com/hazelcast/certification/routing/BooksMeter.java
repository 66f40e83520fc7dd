package com.hazelcast.certification.routing;

import com.hazelcast.certification.transaction.Refusal;

/**
 * The books of a member: every transaction that it read ends in exactly one of scored, duplicate and refused. Thread-safe;
 * called once a read or an answer.
 */
public interface BooksMeter {
    /** So many records have been read, refused ones included. */
    void received(int count);

    /** So many have been refused for that reason. */
    void refused(Refusal reason, int count);

    /** So many have been scored and so many were duplicates, that long after they had been read. */
    void answered(int scored, int duplicates, long sinceReadNs);
}
