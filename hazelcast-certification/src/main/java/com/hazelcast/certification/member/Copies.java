package com.hazelcast.certification.member;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.metrics.CopyFigures;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.scoring.MembersView;
import com.hazelcast.certification.scoring.MembersView.View;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Everything by which a member keeps its promise about copies: confirmation, fence and degraded state. Thread-safe. */
final class Copies implements CopyGuard, AutoCloseable {
    private static final long WATCH_INTERVAL_MS = 200;

    /** How long a member that leaves waits for others to hear of it. */
    private static final long LEAVE_MAX_MS = 1_000;

    private final HazelcastInstance hazelcast;
    private final Cluster cluster;
    private final MembersView members;
    private final ClusterControl control;
    private final CopyConfirmation confirmation;
    private final AnswerFence fence;
    private final DegradedWatch degraded;
    private final int membersMin;
    private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fraud-degraded");
        thread.setDaemon(true);
        return thread;
    });

    Copies(
            HazelcastInstance hazelcast,
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            ScoringContext context,
            MemberConfig config) {
        this.hazelcast = hazelcast;
        this.cluster = hazelcast.getCluster();
        this.members = context.members();
        this.membersMin = config.minMembers();
        control = new ClusterControl(hazelcast);
        confirmation = new CopyConfirmation(map, keys, control, context, cluster);
        fence = new AnswerFence(hazelcast, keys, members);
        degraded = new DegradedWatch(members, cluster, config.backups(), config.degradedAfter());
        if (config.acks() == Acks.STRICT) {
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

    /** What answers wait for now. */
    CopyFigures figures() {
        View view = members.look(cluster);
        return new CopyFigures(
                view.degradedBecause(),
                confirmation.waitingCount(),
                degraded.membersMissing(view),
                degraded.degradedInMs(view));
    }

    /** Shards whose answers this member holds back. */
    int waitingCount() {
        return confirmation.waitingCount();
    }

    /** Backups without which nothing is answered now. */
    int backupsNeeded() {
        return members.backupsNeeded(members.look(cluster));
    }

    /** The operator goes on with that many members; see {@link DegradedWatch#expect}. */
    void expect(int count) {
        degraded.expect(count, membersMin);
    }

    /** Tells the others that this member leaves in order: when it has gone, nothing waits for it. */
    void sayLeaving() {
        if (!hazelcast.getLifecycleService().isRunning()) {
            return;
        }
        try {
            control.sayLeaving(cluster.getLocalMember().getUuid(), LEAVE_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        watcher.shutdownNow();
        confirmation.close();
        fence.close();
    }
}
