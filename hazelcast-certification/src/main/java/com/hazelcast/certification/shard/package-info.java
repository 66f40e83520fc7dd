/**
 * What a shard is to Hazelcast: the map of shards and its keys, how a shard travels, how two of the same are united after a split, which
 * members a member sees, which releases live with each other and that they have one card key, and whether something can be scored on a shard.
 *
 * <p>Enters: what Hazelcast says of members and partitions. Leaves: what the entry processors of the packages above have in common. Runs
 * on partition threads, but for looks at the members, which any thread may take. Knows neither batches nor copies nor loads.
 *
 * <p>Each package that sends something to members registers a factory of its own: {@code cluster} 4902, {@code scoring}
 * 4903, {@code audit} 4904, {@code loading} 4905, {@code copies} 4906. {@code member} wires them together.
 */
package com.hazelcast.certification.shard;
