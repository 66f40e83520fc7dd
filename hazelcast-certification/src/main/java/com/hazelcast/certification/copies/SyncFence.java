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
import org.jspecify.annotations.Nullable;

/**
 * Has all members bring their logs to the disk before answers go out. What is asked while a round is under way goes with the next one, so
 * calls follow members and not batches. Whoever gets an answer goes on with it on the thread of the rounds; so the next round begins before
 * or between these answers, as soon as somebody asks. Thread-safe.
 */
final class SyncFence implements AutoCloseable {
    private final Logs logs;
    private final ExecutorService rounds = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "fraud-syncs");
        thread.setDaemon(true);
        return thread;
    });

    /** For each list that is not empty one task was given to {@link #rounds}. */
    @GuardedBy("this")
    private List<CompletableFuture<Boolean>> waiting = new ArrayList<>();

    /** The round that has begun while those of the one before were answered; used by the thread of the rounds. */
    private @Nullable Round begun;

    /** The logs of all members. */
    interface Logs {
        /** Begins to bring to the disks what was logged until now; does not wait. Returns for each log whether it is there. */
        List<Future<Boolean>> sync();

        /** Those in a cluster. */
        static Logs of(HazelcastInstance hazelcast, ShardStorage storage) {
            return () -> {
                List<Future<Boolean>> calls = new ArrayList<>();
                for (Member member : hazelcast.getCluster().getMembers()) {
                    if (!member.localMember()) {
                        calls.add(hazelcast.getExecutorService(Copies.EXECUTOR).submitToMember(new SyncLog(), member));
                    }
                }
                calls.add(storage.whenDurable().toCompletableFuture().thenApply(durable -> true));
                return calls;
            };
        }
    }

    /**
     * One that has begun.
     *
     * @param asked are answered with what comes of the calls
     */
    private record Round(List<CompletableFuture<Boolean>> asked, List<Future<Boolean>> calls) {}

    SyncFence(Logs logs) {
        this.logs = logs;
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
        Round round = begun == null ? begin() : begun;
        begun = null;
        if (round == null) {
            return;
        }
        boolean isSynced = isOnAllDisks(round.calls());
        begun = begin();
        for (CompletableFuture<Boolean> answer : round.asked()) {
            answer.complete(isSynced);
            if (begun == null) {
                begun = begin();
            }
        }
    }

    /** Begins a round for those that wait, all of which have logged before it; null: nobody waits. */
    private @Nullable Round begin() {
        List<CompletableFuture<Boolean>> asked;
        synchronized (this) {
            if (waiting.isEmpty()) {
                return null;
            }
            asked = waiting;
            waiting = new ArrayList<>();
        }
        try {
            return new Round(asked, logs.sync());
        } catch (RuntimeException | Error e) {
            // As when this member is leaving. Also an error: else those that are being answered, and these, would wait
            // for ever.
            return new Round(asked, List.of(CompletableFuture.failedFuture(e)));
        }
    }

    private static boolean isOnAllDisks(List<Future<Boolean>> calls) {
        try {
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
