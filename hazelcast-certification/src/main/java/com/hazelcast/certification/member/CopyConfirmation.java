package com.hazelcast.certification.member;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.scoring.ConfirmCopies;
import com.hazelcast.certification.scoring.ProbeCopies;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the copies of shards by sending a probe through each owner to its backups and then asking all members which
 * probes have arrived; tells the owner when none is missing. Runs only while somebody waits, in rounds on threads of its own: a
 * shard is in one round at a time, and one that moves or hangs keeps only its own round. Thread-safe.
 */
final class CopyConfirmation implements CopyGuard, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyConfirmation.class);
    private static final long ROUND_PAUSE_MS = 20;
    private static final int ROUNDS_MAX = 4;

    /** How long a round waits for owners; doubled after each that confirmed nothing, so that calls to one that hangs stay few. */
    private static final long PATIENCE_MIN_MS = 50;

    private static final long PATIENCE_MAX_MS = 10_000;
    private static final long LINE_INTERVAL_NS = 5_000_000_000L;

    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final ClusterControl cluster;
    private final IntSupplier copiesWanted;
    private final Map<Integer, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final Set<Integer> inRound = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ScheduledExecutorService rounds;
    private volatile long nextLineNs = System.nanoTime();
    private volatile long patienceMs = PATIENCE_MIN_MS;

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
        this.rounds = Executors.newScheduledThreadPool(ROUNDS_MAX, task -> {
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
        scheduled.set(false);
        List<Integer> shards = waiting.keySet().stream().filter(inRound::add).toList();
        if (shards.isEmpty()) {
            return;
        }
        try {
            int confirmed = confirm(complete(shards));
            patienceMs = confirmed > 0 ? PATIENCE_MIN_MS : Math.min(PATIENCE_MAX_MS, patienceMs * 2);
            if (confirmed < shards.size()) {
                tell(shards.size() - confirmed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("the copies of {} shards could not be counted, trying again: {}", shards.size(), e.toString());
        } finally {
            shards.forEach(inRound::remove);
            if (!waiting.isEmpty()) {
                schedule(ROUND_PAUSE_MS);
            }
        }
    }

    /** Those of the shards that have all copies, with the members' view of their owners. */
    private Map<Integer, Long> complete(List<Integer> shards) throws InterruptedException {
        long probe = ThreadLocalRandom.current().nextLong();
        Map<Integer, CompletableFuture<Long>> asked = new HashMap<>();
        shards.forEach(shard -> asked.put(shard, ask(shard, new ProbeCopies(probe))));
        Map<Integer, Long> views = new HashMap<>();
        awaitEach(asked, (shard, view) -> {
            if (view != null) {
                views.put(shard, view);
            } else {
                // Not there: whoever waits submits again and is refused by name.
                release(shard);
            }
        });
        int wanted = copiesWanted.getAsInt();
        Set<Integer> passed = views.keySet().stream().map(keys::keyOf).collect(Collectors.toSet());
        Map<Integer, Integer> copies = cluster.countProbes(probe, passed, wanted, patienceMs);
        views.keySet().removeIf(shard -> copies.getOrDefault(keys.keyOf(shard), 0) < wanted);
        return views;
    }

    /** Tells the owners of these shards; returns how many still see the members of that view. */
    private int confirm(Map<Integer, Long> views) throws InterruptedException {
        Map<Integer, CompletableFuture<Boolean>> asked = new HashMap<>();
        views.forEach((shard, view) -> asked.put(shard, ask(shard, new ConfirmCopies(view))));
        AtomicInteger confirmed = new AtomicInteger();
        awaitEach(asked, (shard, isCurrent) -> {
            if (Boolean.TRUE.equals(isCurrent)) {
                release(shard);
                confirmed.incrementAndGet();
            }
        });
        return confirmed.get();
    }

    private <T> CompletableFuture<T> ask(int shard, EntryProcessor<Integer, HistoryShard, T> question) {
        return map.submitToKey(keys.keyOf(shard), question).toCompletableFuture();
    }

    /** Takes the answers, and goes on without those that do not come soon: a shard that moves holds up no other. */
    private <T> void awaitEach(Map<Integer, CompletableFuture<T>> asked, BiConsumer<Integer, @Nullable T> whenAnswered)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
        for (Map.Entry<Integer, CompletableFuture<T>> entry : asked.entrySet()) {
            try {
                long leftNs = Math.max(0, deadlineNs - System.nanoTime());
                whenAnswered.accept(entry.getKey(), entry.getValue().get(leftNs, TimeUnit.NANOSECONDS));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("a shard did not answer, trying again", Objects.requireNonNullElse(e.getCause(), e));
            }
        }
    }

    private void release(int shard) {
        CompletableFuture<Void> future = waiting.remove(shard);
        if (future != null) {
            future.complete(null);
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
