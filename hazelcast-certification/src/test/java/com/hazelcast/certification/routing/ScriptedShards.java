package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Owners of shards that answer when a test says so. Thread-safe. */
final class ScriptedShards implements ShardCalls {
    private static final long WAIT_SECONDS = 60;
    private static final long RUN = 77;

    private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

    /** So many of the next calls cannot be made. */
    final AtomicInteger impossible = new AtomicInteger();

    /** A call that is out. */
    record Call(int shard, BatchId id, byte[] transactions, int count, CompletableFuture<byte[]> result) {
        /** Answers each transaction with its card's last two digits below 50, as an owner in that view of the members. */
        void answer(long view, boolean isConfirmed) {
            ByteBuffer answers = ByteBuffer.allocate(count * Short.BYTES + FakeOwner.TRAILER_SIZE_BYTES);
            for (int i = 0; i < count; i++) {
                answers.putShort(Answers.scored((int) (cardAt(i) % 50)));
            }
            answers.putLong(view).putLong(RUN).put((byte) (isConfirmed ? 1 : 0));
            result.complete(answers.array());
        }

        /** As an owner of a shard that is to have no copies. */
        void answer() {
            answer(0, true);
        }

        long cardAt(int index) {
            return TransactionLayout.cardAt(transactions, index * TransactionLayout.TRANSACTION_SIZE_BYTES);
        }

        byte[] bytes() {
            return Arrays.copyOf(transactions, count * TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
    }

    @Override
    public CompletionStage<byte[]> score(int shard, BatchId id, byte[] transactions, int count) {
        if (impossible.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("planted: this call cannot be made");
        }
        Call call = new Call(shard, id, transactions, count, new CompletableFuture<>());
        calls.add(call);
        return call.result;
    }

    /** The next call, which may come a little later from the lanes' own thread. */
    Call next() throws InterruptedException {
        Call call = calls.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        if (call == null) {
            throw new AssertionError("no call within " + WAIT_SECONDS + " s");
        }
        return call;
    }

    /** Whether no call has come that was not taken. */
    boolean isIdle() {
        return calls.isEmpty();
    }
}
