package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.scoring.BatchId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of a member's lanes, and the one thread on which lanes go on. Thread-safe. */
final class LaneCalls implements LaneHost, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LaneCalls.class);

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong batches = new AtomicLong();
    private final long origin = ThreadLocalRandom.current().nextLong();
    private final ShardCalls shards;
    private final int batchLimit;
    private final Acks acks;
    private final CopyGuard guard;
    private final LaneLog log = new LaneLog(System::nanoTime);
    private final RoutingMeter meter;
    private final ScheduledExecutorService submitter;
    private volatile boolean closed;

    LaneCalls(ShardCalls shards, int batchLimit, Acks acks, CopyGuard guard, RoutingMeter meter) {
        this.shards = shards;
        this.batchLimit = batchLimit;
        this.acks = acks;
        this.guard = guard;
        this.meter = new SafeRoutingMeter(meter, log);
        this.submitter = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "fraud-lanes");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Calls that are out. */
    int count() {
        return calls.get();
    }

    // Errors too: what is not reported as a failed call would leave its lane waiting for ever.
    @Override
    public CompletionStage<byte[]> submit(int shard, BatchId id, byte[] transactions, int count) {
        calls.incrementAndGet();
        try {
            return shards.score(shard, id, transactions, count)
                    .thenComposeAsync(answers -> whenDurable(shard, answers), Runnable::run)
                    .whenCompleteAsync((answers, failure) -> calls.decrementAndGet(), Runnable::run);
        } catch (RuntimeException | Error e) {
            calls.decrementAndGet();
            // For example: this member is shutting down. The lane treats it as a failed call.
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The answers when they are on the disk; as none when they could not be brought there. */
    private CompletionStage<byte[]> whenDurable(int shard, byte[] answers) {
        Optional<CompletionStage<Boolean>> durable = isAnswer(answers) ? guard.isDurable() : Optional.empty();
        if (durable.isEmpty()) {
            return lookAgain(shard, answers);
        }
        return durable.get()
                .thenComposeAsync(
                        isDurable -> isDurable
                                ? lookAgain(shard, answers)
                                : CompletableFuture.completedFuture(BatchAnswer.unscored(BatchAnswer.count(answers))),
                        Runnable::run);
    }

    /** The answers, as unconfirmed ones when the owner does not see any more what it saw when it confirmed them. */
    private CompletionStage<byte[]> lookAgain(int shard, byte[] answers) {
        if (acks == Acks.FAST || !BatchAnswer.needsLaterLook(answers) || guard.isBackupHere(shard, answers)) {
            return CompletableFuture.completedFuture(answers);
        }
        return guard.isStillSeen(shard, BatchAnswer.view(answers))
                .thenApplyAsync(isSeen -> isSeen ? answers : BatchAnswer.unconfirmed(answers), Runnable::run);
    }

    @Override
    public boolean isAnswer(byte[] batchAnswer) {
        return acks == Acks.FAST ? BatchAnswer.isScored(batchAnswer) : BatchAnswer.isConfirmed(batchAnswer);
    }

    @Override
    public void whenConfirmed(int shard, Runnable task) {
        if (acks == Acks.FAST) {
            later(task, Router.RETRY_DELAY_MS);
            return;
        }
        try {
            guard.confirmed(shard)
                    .whenCompleteAsync(
                            (confirmed, failure) -> later(task, failure == null ? 0 : Router.RETRY_DELAY_MS),
                            Runnable::run);
        } catch (RuntimeException e) {
            log.threw("the confirmation of copies", e);
            later(task, Router.RETRY_DELAY_MS);
        }
    }

    @Override
    public void later(Runnable task, long delayMs) {
        if (closed) {
            return;
        }
        try {
            Future<?> unused = submitter.schedule(task, delayMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed meanwhile: the member is leaving", e);
        }
    }

    /** Runs a task again and again on the submitting thread; one that throws is logged and runs again. */
    void repeat(Runnable task, long everyMs) {
        later(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        log.threw("the look for held lanes", e);
                    }
                    repeat(task, everyMs);
                },
                everyMs);
    }

    @Override
    public BatchId nextBatchId() {
        return new BatchId(origin, batches.incrementAndGet());
    }

    /** By which this member's batches are known. */
    long origin() {
        return origin;
    }

    @Override
    public int batchLimit() {
        return batchLimit;
    }

    @Override
    public RoutingMeter meter() {
        return meter;
    }

    @Override
    public LaneLog log() {
        return log;
    }

    boolean awaitClosed(long time, TimeUnit unit) throws InterruptedException {
        return submitter.awaitTermination(time, unit);
    }

    /** Stops retries. Batches in flight may still be answered. */
    @Override
    public void close() {
        closed = true;
        submitter.shutdownNow();
    }
}
