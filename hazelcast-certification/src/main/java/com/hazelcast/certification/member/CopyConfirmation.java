package com.hazelcast.certification.member;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.scoring.ConfirmCopies;
import com.hazelcast.certification.scoring.ProbeCopies;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.map.IMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the copies of shards by sending a probe through each owner to its backups and then asking all members which
 * probes have arrived; tells the owner when none is missing. Runs only while somebody waits, a round at a time, on a thread
 * of its own. Thread-safe.
 */
final class CopyConfirmation implements CopyGuard, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyConfirmation.class);
    private static final long ROUND_PAUSE_MS = 20;
    private static final long CALL_TIMEOUT_MS = 10_000;
    private static final long LINE_INTERVAL_NS = 5_000_000_000L;

    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final ClusterControl cluster;
    private final IntSupplier copiesWanted;
    private final Map<Integer, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ScheduledExecutorService rounds;
    private long nextLineNs = System.nanoTime();

    /**
     * @param cluster asks the members
     * @param copiesWanted backups that each shard should have now
     */
    CopyConfirmation(
            IMap<Integer, HistoryShard> map, ShardKeys keys, ClusterControl cluster, IntSupplier copiesWanted) {
        this.map = map;
        this.keys = keys;
        this.cluster = cluster;
        this.copiesWanted = copiesWanted;
        this.rounds = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "fraud-copies");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public CompletionStage<Void> confirmed(int shard) {
        CompletableFuture<Void> future = waiting.computeIfAbsent(shard, ignored -> new CompletableFuture<>());
        schedule(0);
        return future;
    }

    /** Shards whose answers wait. */
    int waitingCount() {
        return waiting.size();
    }

    private void schedule(long delayMs) {
        if (!rounds.isShutdown() && scheduled.compareAndSet(false, true)) {
            Future<?> unused = rounds.schedule(this::round, delayMs, TimeUnit.MILLISECONDS);
        }
    }

    private void round() {
        try {
            List<Integer> shards = List.copyOf(waiting.keySet());
            Map<Integer, Long> complete = complete(shards);
            complete.forEach(this::confirm);
            if (complete.size() < shards.size()) {
                tell(shards.size() - complete.size());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("the copies of {} shards could not be counted, trying again: {}", waiting.size(), e.toString());
        } finally {
            scheduled.set(false);
            if (!waiting.isEmpty()) {
                schedule(ROUND_PAUSE_MS);
            }
        }
    }

    /** Those of the shards that have all copies, with the members' view of their owners. */
    private Map<Integer, Long> complete(List<Integer> shards) throws InterruptedException {
        long probe = ThreadLocalRandom.current().nextLong();
        Map<Integer, CompletableFuture<Long>> asked = new HashMap<>();
        for (int shard : shards) {
            asked.put(
                    shard,
                    map.submitToKey(keys.keyOf(shard), new ProbeCopies(probe)).toCompletableFuture());
        }
        Map<Integer, Long> views = new HashMap<>();
        for (Map.Entry<Integer, CompletableFuture<Long>> entry : asked.entrySet()) {
            Answered<Long> view = answer(entry.getValue());
            if (view.value() != null) {
                views.put(entry.getKey(), view.value());
            } else if (view.isAnswered()) {
                // Not there: whoever waits submits again and is refused by name.
                release(entry.getKey());
            }
        }
        int wanted = copiesWanted.getAsInt();
        Map<Integer, Integer> copies = wanted == 0 ? Map.of() : cluster.countProbes(probe);
        views.keySet().removeIf(shard -> copies.getOrDefault(keys.keyOf(shard), 0) < wanted);
        return views;
    }

    private void confirm(int shard, long view) {
        try {
            Answered<Boolean> current = answer(
                    map.submitToKey(keys.keyOf(shard), new ConfirmCopies(view)).toCompletableFuture());
            if (Boolean.TRUE.equals(current.value())) {
                release(shard);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void release(int shard) {
        CompletableFuture<Void> future = waiting.remove(shard);
        if (future != null) {
            future.complete(null);
        }
    }

    private record Answered<T>(
            boolean isAnswered,
            @org.jspecify.annotations.Nullable T value) {}

    private static <T> Answered<T> answer(CompletableFuture<T> future) throws InterruptedException {
        try {
            return new Answered<>(true, future.get(CALL_TIMEOUT_MS, TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("a shard did not answer, trying again", Objects.requireNonNullElse(e.getCause(), e));
            return new Answered<>(false, null);
        }
    }

    private void tell(int count) {
        if (System.nanoTime() - nextLineNs >= 0) {
            nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
            LOG.warn(
                    "answers of {} shard(s) are held back until each has {} backup(s); to go on with fewer: ctl expect N",
                    count,
                    copiesWanted.getAsInt());
        }
    }

    @Override
    public void close() {
        rounds.shutdownNow();
    }
}
