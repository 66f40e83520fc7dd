package com.hazelcast.certification.routing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The lanes of a member, one a shard, shared by all its readers. Thread-safe. */
public final class Router implements AutoCloseable {
    /** How long a lane waits before it submits a failed batch again. */
    static final long RETRY_DELAY_MS = 100;

    /** A call with fewer transactions than this costs more for itself than for them. */
    private static final int SMALL_CALL_TRANSACTIONS = 32;

    /** With calls of at most this part of the lanes out, a reader goes on: most of what it reads has a lane that is free. */
    private static final int FEW_LANES_SHARE = 4;

    /** After so many latency targets a reader goes on, though calls are out. */
    private static final int PACING_TARGETS_MAX = 5;

    /** After the first target, it is looked so often in a target whether calls are answered: what they carry is late already. */
    private static final int LOOKS_A_TARGET = 4;

    /** How often it is looked which lanes are held. */
    private static final long HELD_LOOK_MS = 250;

    private final LaneCalls calls;
    private final Lane[] lanes;
    private final long waitNs;
    private volatile int heldLanes;

    /**
     * Lanes to all shards of the map.
     *
     * @param batchLimit most transactions in one batch
     * @param latencyTarget how long a reader lets its socket collect while calls carry little, see {@link #paceReads}
     * @param guard asked only when acks are strict
     */
    public Router(
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            int batchLimit,
            Duration latencyTarget,
            Acks acks,
            CopyGuard guard,
            RoutingMeter meter) {
        this(
                keys.shardCount(),
                (shard, id, transactions, count) ->
                        map.submitToKey(keys.keyOf(shard), new ScoreBatch(id, transactions, count)),
                batchLimit,
                latencyTarget,
                acks,
                guard,
                meter);
    }

    /** Lanes to that many shards, whose owners are called by these calls. */
    Router(
            int shardCount,
            ShardCalls shards,
            int batchLimit,
            Duration latencyTarget,
            Acks acks,
            CopyGuard guard,
            RoutingMeter meter) {
        this.waitNs = latencyTarget.toNanos();
        this.calls = new LaneCalls(shards, batchLimit, acks, guard, meter);
        this.lanes = new Lane[shardCount];
        for (int shard = 0; shard < lanes.length; shard++) {
            lanes[shard] = new Lane(shard, calls);
        }
    }

    /**
     * Looks from now on several times a second which lanes are held, that is without an answer for two seconds, and moves what waits in
     * them to the gate's room for that. Costs a lock a lane each time.
     */
    public void watchHeld(InFlightGate gate) {
        calls.repeat(
                () -> {
                    long nowNs = System.nanoTime();
                    int held = 0;
                    for (Lane lane : lanes) {
                        held += lane.lookIfHeld(nowNs, gate) ? 1 : 0;
                    }
                    heldLanes = held;
                },
                HELD_LOOK_MS);
    }

    /** Lanes that were held at the last look; see {@link #watchHeld}. Costs nothing. */
    public int heldLanes() {
        return heldLanes;
    }

    /** Whether the lane to that shard was held at the last look and has not been answered since. Costs nothing. */
    public boolean isHeld(int shard) {
        return lanes[shard].isHeld();
    }

    /** Whether that shard has given no answer for longer than that, though asked. Costs a short lock. */
    public boolean isSilent(int shard, long nowNs, long forNs) {
        return lanes[shard].isSilent(nowNs, forNs);
    }

    /** By which the batches of these lanes are known, see {@link com.hazelcast.certification.scoring.BatchId}. */
    public long origin() {
        return calls.origin();
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
     * @param arrivedNs since when they have been there, by {@code System.nanoTime()}; the time to their answer counts from then
     */
    public void route(int shard, byte[] transactions, int first, int count, AnswerListener listener, long arrivedNs) {
        lanes[shard].offer(transactions, first, count, listener, arrivedNs);
    }

    /**
     * The one rule of waiting. A call costs as much as some hundred transactions, whatever it carries. So after each read, while the calls
     * that are out carry fewer than {@value #SMALL_CALL_TRANSACTIONS} transactions each, a reader lets its socket collect for the latency
     * target, and goes on letting it, up to {@value #PACING_TARGETS_MAX} times as long, until most calls have been answered: more such
     * calls would only wait for each other. Under full load, when calls carry more, it returns at once. A reader whose read was full does not
     * call it: more may be there, and the next read cannot be larger. Lanes wait for nothing but the batch before them. The time is part of
     * what an answer takes: see {@code fraud_transaction_seconds}.
     */
    public void paceReads(InFlightGate gate, PacingStep eachStep) throws IOException {
        long mostNs = PACING_TARGETS_MAX * waitNs;
        long stepNs = waitNs;
        for (long waitedNs = 0; waitedNs < mostNs && (waitedNs == 0 || areManyOut()) && isLight(gate); ) {
            LockSupport.parkNanos(stepNs);
            eachStep.look();
            waitedNs += stepNs;
            stepNs = Math.max(1, waitNs / LOOKS_A_TARGET);
        }
    }

    /** What a reader does after each step of pacing: it looks what has come meanwhile, because that waits already. */
    @FunctionalInterface
    public interface PacingStep {
        /**
         * Looks.
         *
         * @throws IOException when the socket is closed
         */
        void look() throws IOException;
    }

    /** Whether what is read now would wait behind calls; one that hangs delays its shard alone. */
    private boolean areManyOut() {
        return calls.count() > lanes.length / FEW_LANES_SHARE;
    }

    private boolean isLight(InFlightGate gate) {
        return gate.inFlight() <= (long) calls.count() * SMALL_CALL_TRANSACTIONS;
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

    /**
     * How long the oldest transaction of this member has waited for its answer, in nanoseconds; 0: none is in flight. A histogram
     * of answers says nothing of what is not answered. Takes each lane's lock for a moment.
     */
    public long oldestInFlightNs() {
        long nowNs = System.nanoTime();
        long oldest = 0;
        for (Lane lane : lanes) {
            oldest = Math.max(oldest, lane.oldestNs(nowNs));
        }
        return oldest;
    }

    /** Calls that are out. */
    public int callCount() {
        return calls.count();
    }

    /** Waits until no retry runs any more, after {@link #close}; returns whether that was within the time. */
    boolean awaitClosed(long time, TimeUnit unit) throws InterruptedException {
        return calls.awaitClosed(time, unit);
    }

    /** Stops retries. Batches in flight may still be answered. */
    @Override
    public void close() {
        calls.close();
    }
}
