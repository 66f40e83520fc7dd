package com.hazelcast.certification.loading;

import com.hazelcast.certification.audit.CountShard;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Shards of the cluster that are not loaded, or lost. Their transactions would be rejected as {@code not_loaded} or {@code shard_lost}. */
public final class MissingShards {
    private MissingShards() {}

    /**
     * Asks each shard, wherever it lives. Costs a call a shard; each waits behind what its partition does now, a load for example.
     *
     * @throws TimeoutException when a shard does not answer within the time
     * @throws ExecutionException when a shard cannot be asked
     */
    public static int count(IMap<Integer, HistoryShard> map, ShardKeys keys, long timeoutMs)
            throws ExecutionException, TimeoutException, InterruptedException {
        List<CompletableFuture<long[]>> asked = new ArrayList<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            asked.add(map.submitToKey(keys.keyOf(shard), new CountShard()).toCompletableFuture());
        }
        int missing = 0;
        for (CompletableFuture<long[]> answer : asked) {
            if (answer.get(timeoutMs, TimeUnit.MILLISECONDS) == null) {
                missing++;
            }
        }
        return missing;
    }

    /** Why nothing is started, and what to do. */
    public static String refusal(int missing, int shardCount) {
        return missing + " of " + shardCount
                + " shards are not loaded, and every transaction of their cards would be rejected (not_loaded, shard_lost). Load them first:"
                + " 'ctl load', or 'ctl load --cards 0' for empty histories. To start all the same:"
                + " 'ctl start --without-histories'";
    }
}
