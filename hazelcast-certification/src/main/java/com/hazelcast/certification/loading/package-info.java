/**
 * Where histories come from before the first transaction: Hazelcast's {@code MapLoader}, the synthetic histories it makes, how a loaded
 * shard comes to its owner and its backups, and the driver that loads a whole cluster shard by shard. And
 * how what a member held on its side of a split comes to the owners on the other side, after a merge.
 *
 * <p>Enters: a {@linkplain com.hazelcast.certification.loading.LoadSpec specification}. Leaves: installed shards. The
 * loader runs on partition threads, the driver on a thread of its own, the delivery after a merge on two.
 */
package com.hazelcast.certification.loading;
