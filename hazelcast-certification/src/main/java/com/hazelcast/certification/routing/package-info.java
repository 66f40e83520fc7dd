/**
 * From a card to its shard, from the shard to its lane, from the lane to the partition thread, and the answers back.
 *
 * <p>Enters: compact transactions, on readers' threads. Leaves: one message to each other member with
 * batches for its shards, {@code submitToKey} calls of one batch a shard for all else, and answers to whoever read the transactions. When what
 * waits leaves is the rule of {@link com.hazelcast.certification.routing.LatencyBudget}. A lane has one batch in flight; what arrives meanwhile is the next batch.
 * How much may be in flight is bounded ({@link com.hazelcast.certification.routing.InFlightGate}). Knows nothing of
 * sockets or records.
 */
package com.hazelcast.certification.routing;
