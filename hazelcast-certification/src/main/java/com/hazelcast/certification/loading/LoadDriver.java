package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.LineLimit;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads all shards of the cluster, each by one synchronous call to where it lives, a bounded number at a time, in rounds
 * until none is missing. A member that joins or leaves meanwhile costs at most another round: a shard's call is retried
 * where the shard lives now, and a shard that is in place is not loaded again: its histories may have been added to. How many were in place
 * when the load came to them is logged.
 *
 * <p>One load at a time; {@link #run} blocks its thread, {@link #progress} may be asked by any.
 */
public final class LoadDriver {
    private static final Logger LOG = LoggerFactory.getLogger(LoadDriver.class);

    /** Calls in flight: enough to keep the partition threads of a large cluster busy. */
    private static final int CALLS_IN_FLIGHT = 64;

    private static final long ROUND_PAUSE_MS = 200;

    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final AtomicInteger loaded = new AtomicInteger();
    private final AtomicInteger kept = new AtomicInteger();
    private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
    private final LineLimit lines = new LineLimit(System::nanoTime);
    private volatile @Nullable LoadSpec spec;
    private volatile long startedNs;
    private volatile long finishedNs;

    public LoadDriver(IMap<Integer, HistoryShard> map, ShardKeys keys) {
        this.map = map;
        this.keys = keys;
    }

    /**
     * Loads; returns when every shard is in place on its owner and backups.
     *
     * @param armAll gives the loaders of all members what to load; called before each round
     * @throws InterruptedException when the thread is interrupted; what is loaded stays
     * @throws IllegalStateException when a member has no room for what it would hold, and nothing was loaded; or when shards did not fit that
     *     were not expected to be so large, and the others are loaded. Says where, and how much is lacking
     */
    public synchronized void run(LoadSpec requested, Consumer<LoadSpec> armAll) throws InterruptedException {
        loaded.set(0);
        kept.set(0);
        refusals.clear();
        startedNs = System.nanoTime();
        finishedNs = 0;
        spec = requested;
        List<Integer> missing = new ArrayList<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            missing.add(shard);
        }
        while (true) {
            armAll.accept(requested);
            missing = loadRound(missing, requested.id());
            if (missing.isEmpty()) {
                break;
            }
            LOG.info("load: {} of {} shards to go, another round", missing.size(), keys.shardCount());
            Thread.sleep(ROUND_PAUSE_MS);
        }
        finishedNs = System.nanoTime();
        if (!refusals.isEmpty()) {
            throw new IllegalStateException(refusals.size() + " of " + keys.shardCount()
                    + " shards are not loaded, because they do not fit or cannot be read; the others are in place, and what members have is scored: "
                    + refusals.peek());
        }
        if (kept.get() > 0) {
            LOG.warn(
                    "load: {} of {} shards were in place when this load came to them, and stay as they are: of before, of another load, or of this one"
                            + " where a member was lost meanwhile. What is of before is loaded by a cluster that is started again: {}",
                    kept.get(),
                    keys.shardCount(),
                    requested);
        }
    }

    private List<Integer> loadRound(List<Integer> shards, long load) throws InterruptedException {
        List<Integer> missing = new ArrayList<>();
        Semaphore permits = new Semaphore(CALLS_IN_FLIGHT);
        for (int shard : shards) {
            permits.acquire();
            map.submitToKey(keys.keyOf(shard), new LoadShard(load))
                    .whenCompleteAsync(
                            (outcome, failure) -> {
                                if (failure != null || outcome.equals(LoadShard.MISSING)) {
                                    addMissing(missing, shard, failure);
                                } else if (outcome.equals(LoadShard.LOADED) || outcome.equals(LoadShard.KEPT)) {
                                    loaded.incrementAndGet();
                                    kept.addAndGet(outcome.equals(LoadShard.KEPT) ? 1 : 0);
                                } else {
                                    refusals.add("shard " + shard + " " + outcome);
                                }
                                permits.release();
                            },
                            Runnable::run);
        }
        permits.acquire(CALLS_IN_FLIGHT);
        synchronized (missing) {
            return new ArrayList<>(missing);
        }
    }

    private void addMissing(List<Integer> missing, int shard, Throwable failure) {
        if (failure instanceof OperationTimeoutException) {
            LOG.debug("load: shard {} waits for others that are loaded before it", shard, failure);
        } else if (failure != null) {
            long calls = lines.add(1);
            if (calls > 0) {
                LOG.warn(
                        "load: {} call(s) failed and are made again; the last one was for shard {}: {}",
                        calls,
                        shard,
                        why(failure));
            }
        }
        synchronized (missing) {
            missing.add(shard);
        }
    }

    private static String why(Throwable failure) {
        return failure instanceof SplitBrainProtectionException
                ? "fewer members are here than min-members; the load goes on when more have joined"
                : failure.toString();
    }

    /** How far the current or last load is. */
    public LoadProgress progress() {
        LoadSpec current = spec;
        if (current == null) {
            return LoadProgress.NONE;
        }
        long endNs = finishedNs == 0 ? System.nanoTime() : finishedNs;
        return new LoadProgress(loaded.get(), keys.shardCount(), current.cards(), (endNs - startedNs) / 1_000_000);
    }
}
