package com.hazelcast.certification.routing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.map.IMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The lanes of a member, one a shard, shared by all its readers. Thread-safe. */
public final class Router implements AutoCloseable {
    /** How long a lane waits before it submits a failed batch again. */
    static final long RETRY_DELAY_MS = 100;

    /** A call with fewer transactions than this costs more for itself than for them. */
    private static final int SMALL_CALL_TRANSACTIONS = 32;

    /** How long a reader lets its socket collect at low load. */
    private static final long CALM_STEP_NS = 2_000_000;

    /** After so many steps a reader goes on, though calls are out: one that hangs must not stop the other shards. */
    private static final int CALM_STEPS_MAX = 5;

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong batches = new AtomicLong();
    private final long origin = ThreadLocalRandom.current().nextLong();
    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final int batchLimit;
    private final Acks acks;
    private final CopyGuard guard;
    private final RoutingMeter meter;
    private final Lane[] lanes;
    private final ScheduledExecutorService submitter;
    private volatile boolean closed;

    /**
     * Lanes to all shards of the map.
     *
     * @param batchLimit most transactions in one batch
     * @param guard asked only when acks are strict
     */
    public Router(
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            int batchLimit,
            Acks acks,
            CopyGuard guard,
            RoutingMeter meter) {
        this.acks = acks;
        this.guard = guard;
        this.map = map;
        this.keys = keys;
        this.batchLimit = batchLimit;
        this.meter = meter;
        this.lanes = new Lane[keys.shardCount()];
        for (int shard = 0; shard < lanes.length; shard++) {
            lanes[shard] = new Lane(shard, this);
        }
        this.submitter = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "fraud-lanes");
            thread.setDaemon(true);
            return thread;
        });
    }

    public int shardCount() {
        return lanes.length;
    }

    /** The shard of a card. */
    public int shardOf(long card) {
        return CardHash.shard(CardHash.of(card), lanes.length);
    }

    /**
     * Hands transactions of one shard to its lane, which copies them. They must have entered the {@link InFlightGate}.
     *
     * @param transactions compact transactions, one behind the other
     * @param first index of the first; it and the others are all of cards of that shard
     * @param readNs when they were read, by {@code System.nanoTime()}
     */
    public void route(int shard, byte[] transactions, int first, int count, AnswerListener listener, long readNs) {
        lanes[shard].offer(transactions, first, count, listener, readNs);
    }

    /**
     * Waits at low load, when the calls that are out carry few transactions each, until they have been answered. On a busy
     * machine more such calls would only wait for each other; what the socket collects meanwhile goes into fewer, larger
     * ones. Returns at once under full load, when batches are large.
     */
    public void awaitCalm(InFlightGate gate) {
        for (int step = 0; step < CALM_STEPS_MAX && (step == 0 || calls.get() > 0) && isLight(gate); step++) {
            LockSupport.parkNanos(CALM_STEP_NS);
        }
    }

    private boolean isLight(InFlightGate gate) {
        return gate.inFlight() <= (long) calls.get() * SMALL_CALL_TRANSACTIONS;
    }

    /** What waits in the lanes of a member. */
    public record LaneDepth(long total, int deepest) {}

    /** Transactions that wait in lanes now: in all, and in the deepest. Takes each lane's lock for a moment. */
    public LaneDepth laneDepth() {
        long total = 0;
        int deepest = 0;
        for (Lane lane : lanes) {
            int waiting = lane.waitingCount();
            total += waiting;
            deepest = Math.max(deepest, waiting);
        }
        return new LaneDepth(total, deepest);
    }

    /** Calls that are out. */
    public int callCount() {
        return calls.get();
    }

    CompletionStage<byte[]> submit(int shard, ScoreBatch batch) {
        try {
            calls.incrementAndGet();
            return map.submitToKey(keys.keyOf(shard), batch)
                    .whenCompleteAsync((answers, failure) -> calls.decrementAndGet(), Runnable::run);
        } catch (RuntimeException e) {
            calls.decrementAndGet();
            // For example: this member is shutting down. The lane treats it as a failed call.
            return CompletableFuture.failedFuture(e);
        }
    }

    BatchId nextBatchId() {
        return new BatchId(origin, batches.incrementAndGet());
    }

    boolean isAnswer(byte[] batchAnswer) {
        return acks == Acks.FAST || BatchAnswer.isConfirmed(batchAnswer);
    }

    /** Runs a task on the submitting thread when all copies of the shard have been seen. */
    void whenConfirmed(int shard, Runnable task) {
        guard.confirmed(shard).whenCompleteAsync((confirmed, failure) -> later(task, 0), Runnable::run);
    }

    int batchLimit() {
        return batchLimit;
    }

    RoutingMeter meter() {
        return meter;
    }

    /** Runs a task on the submitting thread; not at all once the router is closed, when the member is leaving. */
    void later(Runnable task, long delayMs) {
        if (!closed) {
            Future<?> unused = submitter.schedule(task, delayMs, TimeUnit.MILLISECONDS);
        }
    }

    /** Stops retries. Batches in flight may still be answered. */
    @Override
    public void close() {
        closed = true;
        submitter.shutdownNow();
    }
}
