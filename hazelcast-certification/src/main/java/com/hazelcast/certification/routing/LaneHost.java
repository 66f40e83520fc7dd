package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.BatchId;
import java.util.concurrent.CompletionStage;

/** What lanes need of their member. Thread-safe; no method throws, whatever state the member is in. */
interface LaneHost {
    /** Calls the shard's owner with the first transactions in the array; a call that cannot be made is a failed one. */
    CompletionStage<byte[]> submit(int shard, BatchId id, byte[] transactions, int count);

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
