package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.audit.CountShard;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.audit.SurveyShard;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What the shards hold that this member owns, kept up to date without waiting for any: {@link #look} asks, answers come when
 * they come, and until then the ones before stand. A look costs a call to each owned shard; in one of ten it counts the shard's
 * entries one by one, which is what the rate in the data is made of. Thread-safe.
 */
final class ShardWatch {
    private static final int RECOUNT_PERIOD_S = 10;
    private static final long RATE_NS_MIN = TimeUnit.SECONDS.toNanos(5);
    private static final long RATE_NS_MAX = TimeUnit.SECONDS.toNanos(15);
    private static final double NS_PER_SECOND = 1e9;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final Set<Integer> asked = ConcurrentHashMap.newKeySet();
    private final AtomicReferenceArray<@Nullable Look> latest;
    private final AtomicReferenceArray<@Nullable Look> recounted;
    private final AtomicReferenceArray<@Nullable Rate> rates;

    ShardWatch(HazelcastInstance hazelcast, IMap<Integer, HistoryShard> map, ShardKeys keys) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.keys = keys;
        this.latest = new AtomicReferenceArray<>(keys.shardCount());
        this.recounted = new AtomicReferenceArray<>(keys.shardCount());
        this.rates = new AtomicReferenceArray<>(keys.shardCount());
    }

    /** A shard at one moment; the survey is null when the shard was not in place. */
    private record Look(@Nullable ShardSurvey survey, long atNs) {}

    private record Rate(double tps, long atNs) {}

    /** What is known now. */
    record Figures(
            int owned,
            @Nullable Integer loaded,
            @Nullable ShardSurvey held,
            @Nullable Double dataTps) {}

    /**
     * Asks each owned shard that owes no answer.
     *
     * @param second since 1970; decides whose turn it is to count one by one
     * @return done when all of these have answered
     */
    CompletableFuture<Void> look(long second) {
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (int shard : owned()) {
            if (asked.add(shard)) {
                boolean isRecount = Math.floorMod(second - shard, RECOUNT_PERIOD_S) == 0;
                answers.add(ask(shard, isRecount ? new SurveyShard() : new CountShard(), isRecount));
            }
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> ask(
            int shard, EntryProcessor<Integer, HistoryShard, long[]> question, boolean isRecount) {
        try {
            return map.submitToKey(keys.keyOf(shard), question)
                    .handleAsync(
                            (longs, failure) -> {
                                if (failure == null) {
                                    note(shard, longs, isRecount);
                                }
                                asked.remove(shard);
                                return (Void) null;
                            },
                            Runnable::run)
                    .toCompletableFuture();
        } catch (RuntimeException e) {
            // For example: this member is shutting down.
            asked.remove(shard);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void note(int shard, long @Nullable [] longs, boolean isRecount) {
        Look now = new Look(longs == null ? null : ShardSurvey.of(longs), System.nanoTime());
        latest.set(shard, now);
        if (isRecount) {
            rates.set(shard, rate(recounted.getAndSet(shard, now), now));
        }
    }

    private static @Nullable Rate rate(@Nullable Look before, Look now) {
        if (before == null || before.survey == null || now.survey == null) {
            return null;
        }
        long elapsedNs = now.atNs - before.atNs;
        long came = now.survey.everInserted() - before.survey.everInserted();
        // Too far apart: nobody watched meanwhile. Less than before: another replica has become the owner.
        return elapsedNs < RATE_NS_MIN || elapsedNs > RATE_NS_MAX || came < 0
                ? null
                : new Rate(came * NS_PER_SECOND / elapsedNs, now.atNs);
    }

    private List<Integer> owned() {
        Member self = hazelcast.getCluster().getLocalMember();
        List<Integer> owned = new ArrayList<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            if (self.equals(hazelcast
                    .getPartitionService()
                    .getPartition(keys.keyOf(shard))
                    .getOwner())) {
                owned.add(shard);
            }
        }
        return owned;
    }

    Figures figures() {
        List<Integer> owned = owned();
        ShardSurvey held = ShardSurvey.NONE;
        int loaded = 0;
        boolean isKnown = true;
        for (int shard : owned) {
            Look look = latest.get(shard);
            isKnown &= look != null;
            if (look != null && look.survey != null) {
                held = held.plus(look.survey);
                loaded++;
            }
        }
        return new Figures(owned.size(), isKnown ? (Integer) loaded : null, isKnown ? held : null, dataTps(owned));
    }

    /** Null while a shard's rate is not known. */
    private @Nullable Double dataTps(List<Integer> owned) {
        double sum = 0;
        long nowNs = System.nanoTime();
        for (int shard : owned) {
            Rate rate = rates.get(shard);
            if (rate == null || nowNs - rate.atNs > RATE_NS_MAX) {
                return null;
            }
            sum += rate.tps;
        }
        return Rounded.tenth(sum);
    }
}
