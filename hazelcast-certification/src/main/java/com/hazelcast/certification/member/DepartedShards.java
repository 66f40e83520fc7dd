package com.hazelcast.certification.member;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.partition.MigrationListener;
import com.hazelcast.partition.MigrationState;
import com.hazelcast.partition.ReplicaMigrationEvent;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Has a garbage collection run when a shard has left this member: until the collector has noticed, its pages count as taken,
 * and nothing else would make it look. Thread-safe; with G1 as the launcher sets it, such a collection runs beside everything
 * else.
 */
final class DepartedShards implements MigrationListener {
    private final Supplier<Member> self;
    private final Runnable collect;

    /** @param self this member, asked each time: it gets another identity when it merges after a split */
    DepartedShards(Supplier<Member> self, Runnable collect) {
        this.self = self;
        this.collect = collect;
    }

    static void watch(HazelcastInstance hazelcast, HistoryMemory memory) {
        // One collection at a time, and one more for what has left since it began.
        ThreadPoolExecutor collector = new ThreadPoolExecutor(
                0,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(1),
                task -> {
                    Thread thread = new Thread(task, "fraud-departed-shards");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        Runnable collect = () -> collector.execute(System::gc);
        DepartedShards departed = new DepartedShards(hazelcast.getCluster()::getLocalMember, collect);
        var unused = hazelcast.getPartitionService().addMigrationListener(departed);
        // A member that has merged has given all that it held on its side, and no migration says so.
        var unusedToo = hazelcast.getLifecycleService().addLifecycleListener(event -> {
            if (event.getState() == LifecycleState.MERGED) {
                collect.run();
            }
        });
        // Nor does one of a replica that was made anew from its owner.
        memory.whenDepartedCount(collect);
    }

    @Override
    public void migrationStarted(MigrationState state) {
        // Nothing has left yet.
    }

    @Override
    public void migrationFinished(MigrationState state) {
        // Said of each shard.
    }

    @Override
    public void replicaMigrationCompleted(ReplicaMigrationEvent event) {
        if (self.get().equals(event.getSource())) {
            collect.run();
        }
    }

    @Override
    public void replicaMigrationFailed(ReplicaMigrationEvent event) {
        // It has not left.
    }
}
