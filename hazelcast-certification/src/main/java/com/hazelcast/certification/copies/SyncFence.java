package com.hazelcast.certification.copies;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * Has all members bring their logs to the disk before answers go out. What is asked while a round is under way goes with the next one, so
 * calls follow members and not batches. Thread-safe.
 */
final class SyncFence implements AutoCloseable {
    private final HazelcastInstance hazelcast;
    private final ShardStorage storage;
    private final ExecutorService rounds = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "fraud-syncs");
        thread.setDaemon(true);
        return thread;
    });

    @GuardedBy("this")
    private List<CompletableFuture<Boolean>> waiting = new ArrayList<>();

    SyncFence(HazelcastInstance hazelcast, ShardStorage storage) {
        this.hazelcast = hazelcast;
        this.storage = storage;
    }

    /** Whether all that members have logged until now is on their disks. Completes soon after; never fails. */
    CompletionStage<Boolean> isSynced() {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        boolean isFirst;
        synchronized (this) {
            isFirst = waiting.isEmpty();
            waiting.add(answer);
        }
        if (isFirst) {
            try {
                rounds.execute(this::round);
            } catch (RejectedExecutionException e) {
                // This member is leaving.
                answer.complete(false);
            }
        }
        return answer;
    }

    private void round() {
        List<CompletableFuture<Boolean>> asked;
        synchronized (this) {
            asked = waiting;
            waiting = new ArrayList<>();
        }
        boolean isSynced = syncAll();
        asked.forEach(answer -> answer.complete(isSynced));
    }

    private boolean syncAll() {
        try {
            List<Future<Boolean>> calls = new ArrayList<>();
            for (Member member : hazelcast.getCluster().getMembers()) {
                if (!member.localMember()) {
                    calls.add(hazelcast.getExecutorService(Copies.EXECUTOR).submitToMember(new SyncLog(), member));
                }
            }
            storage.whenDurable().toCompletableFuture().get();
            boolean isSynced = true;
            for (Future<Boolean> call : calls) {
                isSynced &= call.get();
            }
            return isSynced;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | RuntimeException e) {
            // A member has left, or its disk did not take the log: the batches are submitted again.
            return false;
        }
    }

    @Override
    public void close() {
        rounds.shutdownNow();
    }
}
