package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.RecordFormat;
import java.util.concurrent.CompletableFuture;

/** A transaction that has not been answered. Keeps its record, which nobody changes. */
final class Pending {
    /** In place of a shard: it is not known how many there are. */
    static final int NO_SHARD = -1;

    private final byte[] record;
    private final long dueNanos;
    private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();

    /** Of the client's event loop. */
    private boolean isSentAgain;

    private long order;

    private int shard = NO_SHARD;

    /** @param dueNanos when it was due, by {@link System#nanoTime} */
    Pending(byte[] record, long dueNanos) {
        this.record = record;
        this.dueNanos = dueNanos;
    }

    long dueNanos() {
        return dueNanos;
    }

    byte[] record() {
        return record;
    }

    CompletableFuture<Verdict> verdict() {
        return verdict;
    }

    /** How many were handed in before it. */
    long order() {
        return order;
    }

    void setOrder(long number) {
        order = number;
    }

    /** The shard of its card, or {@link #NO_SHARD}. */
    int shard() {
        return shard;
    }

    void setShard(int number) {
        shard = number;
    }

    /** Whether it was deferred, and is out once more. */
    boolean isSentAgain() {
        return isSentAgain;
    }

    void setSentAgain(boolean is) {
        isSentAgain = is;
    }

    /** Fails it with a reason. */
    void fail(RecordFormat format, String why) {
        verdict.completeExceptionally(new UnansweredException(
                "not answered, " + why + "; send it again, that is safe: card=" + CardMask.masked(record, format)));
    }
}
