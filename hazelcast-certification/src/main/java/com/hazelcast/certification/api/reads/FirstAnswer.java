package com.hazelcast.certification.api.reads;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The first answer of members that were asked for the same transaction. Under a reference a problem is one only when no member has better: what
 * was rejected at one member has not taken its reference, so another may have decided the right transaction. Thread-safe.
 */
final class FirstAnswer {
    private final CompletableFuture<Optional<KeptAnswer>> first = new CompletableFuture<>();
    private final AtomicReference<@Nullable KeptAnswer> rejected = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    private final AtomicInteger missing;
    private final boolean isOfReference;

    /**
     * None has answered.
     *
     * @param asked members
     * @param isOfReference whether they were asked by the client's own reference, and not by an id
     */
    FirstAnswer(int asked, boolean isOfReference) {
        this.missing = new AtomicInteger(asked);
        this.isOfReference = isOfReference;
    }

    /** Empty: no member has anything. Fails when one that may have it has failed, or after so long. */
    CompletableFuture<Optional<KeptAnswer>> within(long ms) {
        return first.orTimeout(ms, TimeUnit.MILLISECONDS);
    }

    /** A member has answered. */
    void onResponse(KeptAnswer answer) {
        if (isOfReference && answer.isProblem()) {
            if (answer.status() == KeptAnswer.GONE) {
                // A rejection is better: it says what is wrong.
                boolean unused = rejected.compareAndSet(null, answer);
            } else if (answer.status() != KeptAnswer.UNKNOWN) {
                rejected.set(answer);
            }
        } else if (answer.status() != KeptAnswer.UNKNOWN) {
            boolean unused = first.complete(Optional.of(answer));
        }
        answered();
    }

    /** A member cannot be asked, or has not answered. */
    void onFailure(Throwable failure) {
        failed.set(failure);
        answered();
    }

    private void answered() {
        if (missing.decrementAndGet() == 0) {
            Throwable failure = failed.get();
            boolean unused = failure == null
                    ? first.complete(Optional.ofNullable(rejected.get()))
                    : first.completeExceptionally(failure);
        }
    }
}
