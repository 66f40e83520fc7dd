package com.hazelcast.certification.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.map.LocalMapStats;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the shards hold that this member owns, by their own counts. Console, metrics, readiness and control calls share it: in each
 * second every shard is asked once, on its partition thread, whoever looks and however often. A shard that owes an answer is not asked
 * again. While the member is {@linkplain #setWatched watched}, a shard counts its entries one by one in one look of ten, which is
 * what the rate in the data is made of. Thread-safe.
 */
public final class OwnedShards implements Supplier<ShardFigures> {
    private static final Logger LOG = LoggerFactory.getLogger(OwnedShards.class);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** How long a look at the shards of a member may take. */
    private static final long TIMEOUT_MS = 5_000;

    private static final int RECOUNT_PERIOD_S = 10;

    /** Rates are of a time between these: over a shorter one they jump, over a longer one they are old. */
    private static final long RATE_NS_MIN = TimeUnit.SECONDS.toNanos(5);

    private static final long RATE_NS_MAX = TimeUnit.SECONDS.toNanos(15);
    private static final double NS_PER_SECOND = 1e9;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final int backups;
    private final Clock clock;
    private final LongSupplier nanoTime;

    /** Shards that owe an answer, and when it has come. */
    private final Map<Integer, CompletableFuture<Void>> asked = new ConcurrentHashMap<>();

    private final AtomicReferenceArray<@Nullable Answer> latest;

    /** When each shard answered last, also by a failure of its own. */
    private final Map<Integer, Long> heardNs = new ConcurrentHashMap<>();

    private final AtomicReferenceArray<@Nullable Answer> recounted;
    private final AtomicReferenceArray<@Nullable Rate> rates;

    @GuardedBy("this")
    private CompletableFuture<Void> look = CompletableFuture.completedFuture(null);

    @GuardedBy("this")
    private long lookSecond = Long.MIN_VALUE;

    @GuardedBy("this")
    private long lookNs;

    private volatile boolean isWatched;
    private volatile @Nullable Known known;

    /** A shard at one moment; the survey is null when the shard was not in place. */
    private record Answer(@Nullable ShardSurvey survey, long atNs) {}

    private record Rate(double tps, long atNs) {}

    /** The figures of a look that all shards have answered. */
    private record Known(CompletableFuture<Void> look, ShardFigures figures) {}

    /**
     * Of a member.
     *
     * @param backups that each shard is to have
     */
    public OwnedShards(
            HazelcastInstance hazelcast, IMap<Integer, HistoryShard> map, ShardKeys keys, int backups, Clock clock) {
        this(hazelcast, map, keys, backups, clock, System::nanoTime);
    }

    /** @param nanoTime bounds how long a look is taken for this second's when the clock stands still */
    OwnedShards(
            HazelcastInstance hazelcast,
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            int backups,
            Clock clock,
            LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.hazelcast = hazelcast;
        this.map = map;
        this.keys = keys;
        this.backups = backups;
        this.clock = clock;
        this.latest = new AtomicReferenceArray<>(keys.shardCount());
        this.recounted = new AtomicReferenceArray<>(keys.shardCount());
        this.rates = new AtomicReferenceArray<>(keys.shardCount());
    }

    /** Whether somebody watches, who wants to see the rate in the data. */
    public void setWatched(boolean now) {
        isWatched = now;
    }

    /**
     * Asks each owned shard that owes no answer, unless that has been done in this second. Does not wait.
     *
     * @return done when all of them have answered, or failed to; the same for all who look in this second, so wait for a copy
     */
    public synchronized CompletableFuture<Void> look() {
        long second = TimeUnit.MILLISECONDS.toSeconds(clock.millis());
        long nowNs = nanoTime.getAsLong();
        if (second != lookSecond || nowNs - lookNs >= SECOND_NS) {
            lookSecond = second;
            lookNs = nowNs;
            List<CompletableFuture<Void>> answers = new ArrayList<>();
            for (int shard : owned()) {
                answers.add(ask(shard, second));
            }
            look = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        }
        return look;
    }

    private CompletableFuture<Void> ask(int shard, long second) {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        CompletableFuture<Void> owed = asked.putIfAbsent(shard, answered);
        if (owed != null) {
            return owed;
        }
        boolean isRecount = isWatched && Math.floorMod(second - shard, RECOUNT_PERIOD_S) == 0;
        EntryProcessor<Integer, HistoryShard, long[]> question = isRecount ? new SurveyShard() : new CountShard();
        try {
            var unused = map.submitToKey(keys.keyOf(shard), question)
                    .whenCompleteAsync(
                            (longs, failure) -> {
                                asked.remove(shard);
                                if (!(failure instanceof OperationTimeoutException)) {
                                    heardNs.put(shard, nanoTime.getAsLong());
                                }
                                if (failure == null) {
                                    record(shard, longs, isRecount);
                                    answered.complete(null);
                                } else {
                                    answered.completeExceptionally(failure);
                                }
                            },
                            Runnable::run);
        } catch (RuntimeException e) {
            // For example: this member is shutting down.
            asked.remove(shard);
            answered.completeExceptionally(e);
        }
        return answered;
    }

    private void record(int shard, long @Nullable [] longs, boolean isRecount) {
        Answer now = new Answer(longs == null ? null : ShardSurvey.of(longs), nanoTime.getAsLong());
        latest.set(shard, now);
        if (isRecount) {
            rates.set(shard, rate(recounted.getAndSet(shard, now), now));
        }
    }

    private static @Nullable Rate rate(@Nullable Answer before, Answer now) {
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

    /** When a shard answered last, by the clock that times looks; empty: it has not yet. */
    OptionalLong heardNs(int shard) {
        Long heard = heardNs.get(shard);
        return heard == null ? OptionalLong.empty() : OptionalLong.of(heard);
    }

    List<Integer> owned() {
        return keys.owned(hazelcast);
    }

    /** What is known now, by the last answer of each shard. Does not ask. */
    public ShardFigures latest() {
        List<Integer> owned = owned();
        ShardSurvey sum = ShardSurvey.NONE;
        int loaded = 0;
        int missing = 0;
        for (int shard : owned) {
            Answer answer = latest.get(shard);
            if (answer != null && answer.survey != null) {
                sum = sum.plus(answer.survey);
                loaded++;
            } else if (answer != null) {
                missing++;
            }
        }
        LocalMapStats stats = map.getLocalMapStats();
        return new ShardFigures(
                sum,
                owned.size(),
                loaded,
                missing,
                dataTps(owned),
                stats.getBackupEntryCount(),
                (long) loaded * backups,
                stats.total());
    }

    /** Null while a shard's rate is not known. */
    private @Nullable Double dataTps(List<Integer> owned) {
        double sum = 0;
        long nowNs = nanoTime.getAsLong();
        for (int shard : owned) {
            Rate rate = rates.get(shard);
            if (rate == null || nowNs - rate.atNs > RATE_NS_MAX) {
                return null;
            }
            sum += rate.tps;
        }
        return sum;
    }

    /** As this second's look finds them; waits for the answers. The last known of shards that do not answer in time. */
    @Override
    public ShardFigures get() {
        CompletableFuture<Void> now = look();
        Known last = known;
        if (last != null && last.look == now) {
            return last.figures;
        }
        try {
            now.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("shards did not answer a survey, showing what is known of them: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ShardFigures figures = latest();
        if (now.isDone() && !now.isCompletedExceptionally()) {
            known = new Known(now, figures);
        }
        return figures;
    }
}
