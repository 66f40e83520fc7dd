package com.hazelcast.certification.copies;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.MembersView.View;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the copies of shards: sends a probe through each owner to its backups, and then asks all members which probes have
 * arrived, and whom they know as the owner. Notifies the owner when none is missing. Runs only while somebody waits, in rounds
 * on threads of its own: a shard is in one round at a time, and one that moves or hangs keeps only its own round. Thread-safe.
 */
final class CopyConfirmation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyConfirmation.class);
    private static final long ROUND_PAUSE_MS = 20;

    /** Threads, and so rounds of counting at once. */
    private static final int ROUNDS_MAX = 4;

    /** How often it is looked whether somebody has joined who could hold the copies that are missing. */
    private static final long TOO_FEW_PAUSE_MS = 100;

    /** How long a shard is left alone that is not there and may still come. */
    private static final long AWAITED_PAUSE_MS = 100;

    /** How long a round waits for owners; doubled after each that confirmed nothing, so that calls to one that hangs stay few. */
    private static final long PATIENCE_MIN_MS = 50;

    /** The longest from one try to the next while copies are missing. */
    private static final long PATIENCE_MAX_MS = 10_000;

    private static final long LINE_INTERVAL_NS = 5_000_000_000L;

    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final CopyCount calls;
    private final MembersView members;
    private final Deliveries deliveries;
    private final Cluster seen;
    private final Map<Integer, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final Set<Integer> inRound = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ScheduledExecutorService rounds;
    private volatile long nextLineNs = System.nanoTime();
    private volatile long patienceMs = PATIENCE_MIN_MS;

    /** Confirms the copies of that map's shards, whose copies these calls count. */
    CopyConfirmation(
            IMap<Integer, HistoryShard> map, ShardKeys keys, CopyCount calls, ShardContext context, Cluster seen) {
        this.map = map;
        this.keys = keys;
        this.calls = calls;
        this.members = context.members();
        this.deliveries = context.deliveries();
        this.seen = seen;
        this.rounds = Executors.newScheduledThreadPool(ROUNDS_MAX, task -> {
            Thread thread = new Thread(task, "fraud-copies");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Completes when enough copies of the shard have been seen and its owner knows. */
    CompletionStage<Void> confirmed(int shard) {
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
        try {
            tryRound();
        } catch (RuntimeException e) {
            LOG.warn("copies of shards could not be counted, trying again: {}", e.toString());
            scheduleIfWaiting(TOO_FEW_PAUSE_MS);
        }
    }

    private void tryRound() {
        View view = members.look(seen);
        if (!deliveries.isThrough(view)) {
            // DeliveryWatch says for whom this waits.
            scheduleIfWaiting(ROUND_PAUSE_MS);
            return;
        }
        int needed = members.backupsNeeded(view);
        if (needed > view.backupsPossible()) {
            logHeld(waiting.size(), needed, view);
            scheduleIfWaiting(TOO_FEW_PAUSE_MS);
            return;
        }
        List<Integer> shards = waiting.keySet().stream().filter(inRound::add).toList();
        if (shards.isEmpty()) {
            return;
        }
        List<Integer> awaited = new ArrayList<>();
        try {
            int confirmed = confirm(complete(shards, needed, awaited));
            int asked = shards.size() - awaited.size();
            patienceMs = confirmed > 0 || asked == 0 ? PATIENCE_MIN_MS : Math.min(PATIENCE_MAX_MS, patienceMs * 2);
            logAwaited(awaited.size());
            if (confirmed < asked) {
                logHeld(asked - confirmed, needed, view);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            shards.forEach(inRound::remove);
            scheduleIfWaiting(awaited.size() == shards.size() ? AWAITED_PAUSE_MS : ROUND_PAUSE_MS);
        }
    }

    private void scheduleIfWaiting(long delayMs) {
        if (!waiting.isEmpty()) {
            schedule(delayMs);
        }
    }

    /** What was found out of a shard: in which tenure of its owner, and how many losses of members it outlives. */
    private record Counted(long tenure, int backups) {}

    /** Those of the shards that have enough copies; adds to the awaited ones those that are not there and may still come. */
    private Map<Integer, Counted> complete(List<Integer> shards, int needed, List<Integer> awaited)
            throws InterruptedException {
        long probe = ThreadLocalRandom.current().nextLong();
        Map<Integer, CompletableFuture<long[]>> asked = new HashMap<>();
        shards.forEach(shard -> asked.put(shard, ask(shard, new ProbeCopies(probe))));
        Map<Integer, Long> tenures = new HashMap<>();
        Map<Integer, UUID> owners = new HashMap<>();
        awaitEach(asked, (shard, answer) -> {
            if (answer != null && ProbeCopies.tenure(answer) == ProbeCopies.AWAITED) {
                awaited.add(shard);
            } else if (answer != null) {
                tenures.put(shard, ProbeCopies.tenure(answer));
                owners.put(keys.keyOf(shard), ProbeCopies.owner(answer));
            } else {
                // Not there: whoever waits submits again and is rejected with a reason.
                release(shard);
            }
        });
        Map<Integer, Integer> copies = needed == 0 ? Map.of() : calls.countProbes(probe, owners, needed, patienceMs);
        Map<Integer, Counted> complete = new HashMap<>();
        tenures.forEach((shard, tenure) -> {
            int backups = copies.getOrDefault(keys.keyOf(shard), 0);
            if (backups >= needed) {
                complete.put(shard, new Counted(tenure, backups));
            }
        });
        return complete;
    }

    /** Notifies the owners of these shards; returns for how many that is enough, and still so. */
    private int confirm(Map<Integer, Counted> complete) throws InterruptedException {
        Map<Integer, CompletableFuture<Boolean>> asked = new HashMap<>();
        complete.forEach(
                (shard, counted) -> asked.put(shard, ask(shard, new ConfirmCopies(counted.tenure, counted.backups))));
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

    private void logHeld(int count, int needed, View view) {
        if (count > 0 && needed > 0 && System.nanoTime() - nextLineNs >= 0) {
            nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
            String how = needed <= view.backupsPossible()
                    ? "they are being made, or the shard has moved and others are being notified"
                    : "start more members, or go on with fewer copies: ctl expect "
                            + view.members().size();
            LogEvent.ANSWERS_HELD
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .addKeyValue(Fields.BACKUPS, needed)
                    .log("answers of {} shard(s) are held back until each has {} backup(s): {}", count, needed, how);
        }
    }

    private void logAwaited(int count) {
        if (count > 0 && System.nanoTime() - nextLineNs >= 0) {
            nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
            LogEvent.ANSWERS_HELD
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .log(
                            "answers of {} shard(s) are held back: their owners wait until members that have merged have delivered what"
                                    + " they held, or the shards were loaded and are not there; {} s after the last change of the members"
                                    + " these count as lost and their transactions are rejected, until they are loaded again (ctl load)",
                            count,
                            TimeUnit.NANOSECONDS.toSeconds(Deliveries.LOST_AFTER_NS));
        }
    }

    @Override
    public void close() {
        rounds.shutdownNow();
    }
}
