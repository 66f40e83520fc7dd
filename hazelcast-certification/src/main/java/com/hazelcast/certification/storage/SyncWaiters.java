package com.hazelcast.certification.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who waits until the disk has what was appended to a log, and why the disk may lack some of it. After such a loss nothing is synced until it is
 * {@linkplain #endLoss over}.
 *
 * <p>Not thread-safe: whoever calls this holds the lock of the {@link ChangeLog}. Those that it returns are answered without that lock, because
 * what waits for them runs then.
 */
final class SyncWaiters {
    private final List<Waiting> waiting = new ArrayList<>();
    private @Nullable IOException loss;

    /** Waits for the record of that place. */
    record Waiting(long upTo, CompletableFuture<Void> done) {}

    /** One more, which waits for the record of that place. */
    CompletableFuture<Void> add(long upTo) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        waiting.add(new Waiting(upTo, done));
        return done;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Those that wait for no record behind that place; they go on waiting. */
    List<Waiting> upTo(long place) {
        return waiting.stream().filter(one -> one.upTo <= place).toList();
    }

    /** They are to be answered. */
    void remove(List<Waiting> answered) {
        waiting.removeAll(answered);
    }

    /** The disk may lack some of the log. All that wait are to be answered with that, also those about whose records nobody has asked it yet. */
    List<Waiting> lose(IOException why) {
        loss = why;
        List<Waiting> unsure = List.copyOf(waiting);
        waiting.clear();
        return unsure;
    }

    /** Why the disk may lack some of the log. */
    Optional<IOException> loss() {
        return Optional.ofNullable(loss);
    }

    /** @throws IOException when the disk may lack some of the log */
    void requireNoLoss() throws IOException {
        if (loss != null) {
            throw new IOException("the disk may lack some of the log", loss);
        }
    }

    /** What is appended from now on goes into another file than what the disk may lack. */
    void endLoss() {
        loss = null;
    }
}
