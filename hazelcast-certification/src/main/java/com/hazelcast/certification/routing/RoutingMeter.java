package com.hazelcast.certification.routing;

/** Notified of the calls that this member makes. Called once a batch on whatever thread completed it; must not block. */
public interface RoutingMeter {
    /** So many transactions were submitted, that long after they had arrived. Called once for each read in a batch. */
    void submitted(int transactionCount, long sinceArrivalNs);

    /** A batch has been answered, so long after it was submitted. */
    void batchAnswered(int transactionCount, long elapsedNs);

    /** A batch was scored, and its answers are held back until all copies of its shard are seen. */
    void batchHeld();

    /** A call has failed and will be submitted again. */
    void batchFailed(Throwable cause);

    /** A batch that failed again and again is halved, to find what cannot be scored. */
    void batchHalved();
}
