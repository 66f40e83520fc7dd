/**
 * Where histories come from before the first transaction: Hazelcast's {@code MapLoader}, the synthetic histories it makes, how a loaded
 * shard comes to its owner and its backups, and the driver that loads a whole cluster shard by shard.
 *
 * <p>Enters: a {@linkplain com.hazelcast.certification.loading.LoadSpec specification}. Leaves: installed shards. The
 * loader runs on partition threads, the driver on a thread of its own.
 */
package com.hazelcast.certification.loading;
