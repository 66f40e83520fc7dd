package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * The owner of a shard for one lane: a call that holds a bad card fails, any other is scored, and each card but once. Used by
 * one thread, which runs what the lane puts off.
 */
final class FakeOwner implements LaneHost, RoutingMeter {
    /** As a member answers when it has confirmed its copies. */
    private static final byte CONFIRMED = 1;

    /** What {@link com.hazelcast.certification.scoring.BatchAnswer} has behind the answers. */
    static final int TRAILER_SIZE_BYTES = 2 * Long.BYTES + 1;

    final List<Integer> callCounts = new ArrayList<>();
    final Set<BatchId> ids = new HashSet<>();
    int failedCalls;
    int halved;
    int confirmations;
    boolean hasCopies = true;
    boolean meterThrows;
    private final LongPredicate isBad;
    private final Supplier<Throwable> failure;
    private final int batchLimit;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Runnable> untilCopies = new ArrayList<>();
    /** One for all: of each kind the first line is enough for a test run. */
    private static final LaneLog LOG = new LaneLog(() -> 0);

    private long batches;
    private Supplier<byte[]> nextAnswer = () -> new byte[0];

    FakeOwner(int batchLimit, LongPredicate isBad, Supplier<Throwable> failure) {
        this.batchLimit = batchLimit;
        this.isBad = isBad;
        this.failure = failure;
    }

    /** Answers the next call with that, whatever it holds. */
    void answerNext(byte[] answer) {
        nextAnswer = () -> answer;
    }

    /** Runs what the lane has put off, until there is nothing. */
    void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Runs the first of what the lane has put off. */
    void runNext() {
        tasks.remove().run();
    }

    /** Copies are seen; whoever waited for them goes on. */
    void seeCopies() {
        hasCopies = true;
        tasks.addAll(untilCopies);
        untilCopies.clear();
    }

    @Override
    public CompletionStage<byte[]> submit(int shard, BatchId id, byte[] transactions, int count) {
        callCounts.add(count);
        ids.add(id);
        byte[] planted = nextAnswer.get();
        nextAnswer = () -> new byte[0];
        if (planted.length > 0) {
            return CompletableFuture.completedFuture(planted);
        }
        ByteBuffer answers = ByteBuffer.allocate(count * Short.BYTES + TRAILER_SIZE_BYTES);
        for (int i = 0; i < count; i++) {
            long card = TransactionLayout.cardAt(transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
            if (isBad.test(card)) {
                return CompletableFuture.failedFuture(failure.get());
            }
            answers.putShort(i * Short.BYTES, Answers.scored((int) (card % 50)));
        }
        answers.put(answers.limit() - 1, CONFIRMED);
        return CompletableFuture.completedFuture(answers.array());
    }

    @Override
    public boolean isAnswer(byte[] batchAnswer) {
        return batchAnswer[batchAnswer.length - 1] == CONFIRMED;
    }

    @Override
    public void whenConfirmed(int shard, Runnable task) {
        confirmations++;
        if (hasCopies) {
            tasks.add(task);
        } else {
            untilCopies.add(task);
        }
    }

    @Override
    public void later(Runnable task, long delayMs) {
        tasks.add(task);
    }

    @Override
    public BatchId nextBatchId() {
        return new BatchId(1, ++batches);
    }

    @Override
    public int batchLimit() {
        return batchLimit;
    }

    @Override
    public RoutingMeter meter() {
        return new SafeRoutingMeter(this, LOG);
    }

    @Override
    public LaneLog log() {
        return LOG;
    }

    private void meter(Runnable count) {
        if (meterThrows) {
            throw new IllegalStateException("planted: a meter that throws");
        }
        count.run();
    }

    @Override
    public void submitted(int transactionCount, long sinceReadNs) {
        meter(() -> {});
    }

    @Override
    public void batchAnswered(int transactionCount, long elapsedNs) {
        meter(() -> {});
    }

    @Override
    public void batchHeld() {
        meter(() -> {});
    }

    @Override
    public void batchFailed(Throwable cause) {
        meter(() -> failedCalls++);
    }

    @Override
    public void batchHalved() {
        meter(() -> halved++);
    }
}
