package com.hazelcast.certification.copies;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.scoring.AppliedHere;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.MembersView.View;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Everything by which a member keeps its promise about copies: confirmation, fence and degraded state. Thread-safe. */
public final class Copies implements CopyGuard, AutoCloseable {
    /** The executor of what members ask each other about copies, for which answers wait: apart, so that no control call keeps them waiting. */
    public static final String EXECUTOR = "fraud-looks";

    private static final long WATCH_INTERVAL_MS = 200;

    /** How long a member that leaves waits for others to hear of it. */
    private static final long LEAVE_MAX_MS = 1_000;

    private final HazelcastInstance hazelcast;
    private final Cluster cluster;
    private final MembersView members;
    private final Deliveries deliveries;
    private final CopyCalls calls;
    private final CopyConfirmation confirmation;
    private final AnswerFence fence;
    private final ShardKeys keys;
    private final AppliedHere applied;

    /** A member that leaves holds no copy that counts, as soon as it says so. */
    private volatile boolean isLeaving;

    private final Optional<SyncFence> syncs;
    private final DegradedWatch degraded;
    private final int membersMin;
    private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fraud-degraded");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Of a member.
     *
     * @param backups that each shard is to have
     * @param membersMin fewer members score nothing
     * @param degradedAfter how long too few members for all copies are waited for; empty: until one joins
     * @param acks when a transaction counts as answered
     * @param applied what this member has applied as a backup
     */
    public Copies(
            HazelcastInstance hazelcast,
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            int backups,
            int membersMin,
            Optional<Duration> degradedAfter,
            Acks acks,
            AppliedHere applied) {
        this.hazelcast = hazelcast;
        this.keys = keys;
        this.applied = applied;
        this.cluster = hazelcast.getCluster();
        this.membersMin = membersMin;
        ShardContext context = ShardContext.of(hazelcast);
        members = context.members();
        deliveries = context.deliveries();
        calls = new CopyCalls(hazelcast);
        confirmation = new CopyConfirmation(map, keys, calls, context, cluster);
        fence = new AnswerFence(hazelcast, keys, members);
        syncs = context.storage()
                .filter(storage -> storage.durability() == Durability.SYNCED)
                .map(storage -> new SyncFence(SyncFence.Logs.of(hazelcast, storage)));
        degraded = new DegradedWatch(members, cluster, backups, degradedAfter);
        if (acks == Acks.STRICT) {
            var unused = watcher.scheduleWithFixedDelay(this::watch, 0, WATCH_INTERVAL_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void watch() {
        if (hazelcast.getLifecycleService().isRunning()) {
            degraded.look();
        }
    }

    @Override
    public CompletionStage<Void> confirmed(int shard) {
        return confirmation.confirmed(shard);
    }

    @Override
    public CompletionStage<Boolean> isStillSeen(int shard, long view) {
        return fence.isStillSeen(shard, view);
    }

    @Override
    public boolean isBackupHere(int shard, byte[] batchAnswer) {
        return !isLeaving && applied.isBackupOf(keys.keyOf(shard), batchAnswer);
    }

    @Override
    public Optional<CompletionStage<Boolean>> isDurable() {
        return syncs.map(SyncFence::isSynced);
    }

    /** What answers wait for now. */
    public CopyFigures figures() {
        View view = members.look(cluster);
        return new CopyFigures(
                view.degradedBecause(),
                deliveries.awaited(view),
                confirmation.waitingCount(),
                degraded.membersMissing(view),
                degraded.degradedInMs(view));
    }

    /** Backups without which nothing is answered now. */
    public int backupsNeeded() {
        return members.backupsNeeded(members.look(cluster));
    }

    /**
     * The operator goes on with that many members.
     *
     * @throws IllegalArgumentException when there are not so many, or so few score nothing
     */
    public void expect(int count) {
        degraded.expect(count, membersMin);
    }

    /** Notifies the others that this member leaves in order: when it has left, nothing waits for it. */
    public void announceLeaving() {
        isLeaving = true;
        if (!hazelcast.getLifecycleService().isRunning()) {
            return;
        }
        try {
            calls.announceLeaving(LEAVE_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        watcher.shutdownNow();
        confirmation.close();
        fence.close();
        syncs.ifPresent(SyncFence::close);
    }
}
