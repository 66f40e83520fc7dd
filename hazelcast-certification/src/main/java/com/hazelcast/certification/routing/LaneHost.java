package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.BatchId;
import java.util.concurrent.CompletionStage;

/** What lanes need of their member. Thread-safe; no method throws, whatever state the member is in. */
interface LaneHost {
    /**
     * Calls the shard's owner with the first transactions in the array; a call that cannot be made is a failed one.
     *
     * @param mayShare whether the call may leave with the batches of other lanes, at the end of a departure
     */
    CompletionStage<byte[]> submit(int shard, BatchId id, byte[] transactions, int count, boolean mayShare);

    /**
     * The lane has transactions, the oldest since then, and no batch in flight: {@link Lane#depart} is to be called once. Whoever calls
     * this from outside of an answer then has the lanes leave.
     */
    void ready(Lane lane, long firstArrivedNs);

    /** Has the lanes leave that are ready, from a thread that must make no calls. */
    void leaveLater();

    /** Whether the answer to a batch may be given; otherwise it is held until copies are confirmed. */
    boolean isAnswer(byte[] batchAnswer);

    /** Runs a task on the submitting thread when all copies of the shard have been seen. */
    void whenConfirmed(int shard, Runnable task);

    /** Runs a task on the submitting thread; not at all when the member is leaving. */
    void later(Runnable task, long delayMs);

    BatchId nextBatchId();

    /** Most transactions in one batch. */
    int batchLimit();

    RoutingMeter meter();

    LaneLog log();
}
