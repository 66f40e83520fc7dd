package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.RecordFormat;
import java.util.concurrent.CompletableFuture;

/** A transaction that has not been answered. */
record Pending(byte[] record, CompletableFuture<Verdict> verdict) {
    /** Fails it by name. */
    void fail(RecordFormat format, String why) {
        verdict.completeExceptionally(new UnansweredException(
                "not answered, " + why + "; send it again, that is safe: card=" + CardMask.masked(record, format)));
    }
}
