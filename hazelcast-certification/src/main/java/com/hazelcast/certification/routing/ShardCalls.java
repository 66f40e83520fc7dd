package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.BatchId;
import java.util.concurrent.CompletionStage;

/** The calls that lanes make to the owners of shards. Thread-safe. */
@FunctionalInterface
interface ShardCalls {
    /**
     * Calls the owner with the first transactions in the array, which belongs to the call from then on.
     *
     * @return completes with a {@link com.hazelcast.certification.scoring.BatchAnswer}
     * @throws RuntimeException when the call cannot be made, for example because this member is shutting down
     */
    CompletionStage<byte[]> score(int shard, BatchId id, byte[] transactions, int count);
}
