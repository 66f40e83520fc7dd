package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.LocalMapStats;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the shards hold that this member owns, by their own counts: asks each on its partition thread, at most once a second.
 * Thread-safe.
 */
public final class OwnedShards implements Supplier<ShardFigures> {
    private static final Logger LOG = LoggerFactory.getLogger(OwnedShards.class);
    private static final long FRESH_NS = 1_000_000_000L;
    private static final long TIMEOUT_MS = 5_000;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final int backups;
    private ShardFigures last = ShardFigures.NONE;
    private long lastNs = System.nanoTime() - FRESH_NS;

    /**
     * Of a member.
     *
     * @param backups that each shard is to have
     */
    public OwnedShards(HazelcastInstance hazelcast, IMap<Integer, HistoryShard> map, ShardKeys keys, int backups) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.keys = keys;
        this.backups = backups;
    }

    /** The survey of the last second, or a new one; the last known where shards do not answer in time. */
    @Override
    public synchronized ShardFigures get() {
        if (System.nanoTime() - lastNs >= FRESH_NS) {
            try {
                last = ask();
            } catch (ExecutionException | TimeoutException e) {
                LOG.warn("shards did not answer a survey, showing the one before: {}", e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            lastNs = System.nanoTime();
        }
        return last;
    }

    private ShardFigures ask() throws ExecutionException, TimeoutException, InterruptedException {
        Member self = hazelcast.getCluster().getLocalMember();
        List<CompletableFuture<long[]>> asked = new ArrayList<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            Integer key = keys.keyOf(shard);
            if (self.equals(hazelcast.getPartitionService().getPartition(key).getOwner())) {
                asked.add(map.submitToKey(key, new CountShard()).toCompletableFuture());
            }
        }
        ShardSurvey sum = ShardSurvey.NONE;
        int loaded = 0;
        for (CompletableFuture<long[]> answer : asked) {
            long[] survey = answer.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
            if (survey != null) {
                sum = sum.plus(ShardSurvey.of(survey));
                loaded++;
            }
        }
        LocalMapStats stats = map.getLocalMapStats();
        return new ShardFigures(
                sum, asked.size(), loaded, stats.getBackupEntryCount(), (long) loaded * backups, stats.total());
    }
}
