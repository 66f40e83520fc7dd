/**
 * From a card to its shard, from the shard to its lane, from the lane to the partition thread, and the answers back.
 *
 * <p>Enters: compact transactions, on readers' threads. Leaves: {@code submitToKey} calls of one batch a shard, and
 * answers to whoever read the transactions. A lane has one batch in flight; what arrives meanwhile is the next batch.
 * How much may be in flight is bounded ({@link com.hazelcast.certification.routing.InFlightGate}). Knows nothing of
 * sockets or records.
 */
package com.hazelcast.certification.routing;
