package com.hazelcast.certification.routing;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Finds out when a shard has its copies, and whether that was so while a batch was answered. Thread-safe. */
public interface CopyGuard {
    /**
     * Called when a shard's owner cannot confirm its copies, as after a member was lost. The stage completes when enough copies
     * have been seen and the owner knows; never while there are fewer.
     */
    CompletionStage<Void> confirmed(int shard);

    /**
     * Called with each confirmed answer, when the backups have acknowledged: whether the shard's owner, looking again after that, still
     * sees the members that it saw when it answered. If not, a backup may have been left out. The stage completes soon, and never fails;
     * what cannot be found out is no.
     *
     * @param view that the owner saw
     */
    CompletionStage<Boolean> isStillSeen(int shard, long view);

    /**
     * Whether this member is the one backup of the shard and has applied what the run behind that answer left: then no backup was left
     * out, and nobody need look again. Costs nothing.
     */
    boolean isBackupHere(int shard, byte[] batchAnswer);

    /**
     * Called with each answer, when the backups have acknowledged: whether all copies are on the disk. The stage completes soon, and never
     * fails; empty: no answer waits for that.
     */
    default Optional<CompletionStage<Boolean>> isDurable() {
        return Optional.empty();
    }

    /**
     * Called with each answer to a call that has changed a shard: runs one of two tasks when it is known whether every copy has what was
     * changed, as strictly as transactions are answered. When not, the copies are to be confirmed, and the call to be made again.
     *
     * @param isStrict whether the copies have to be confirmed
     * @param confirmedView that the owner saw when it answered and had confirmed them; empty: it had not
     * @param again must not make the call at once: Hazelcast lets no remote call be made on a thread that handles responses
     */
    default void whenSafe(int shard, boolean isStrict, OptionalLong confirmedView, Runnable safe, Runnable again) {
        Runnable unconfirmed = () -> {
            // Nothing waits on that stage: of a shard that cannot be confirmed it would keep what the call has changed
            // for as long.
            var unused = confirmed(shard);
            again.run();
        };
        Runnable durable = () -> {
            if (!isStrict) {
                safe.run();
            } else if (confirmedView.isPresent()) {
                whenTrue(isStillSeen(shard, confirmedView.getAsLong()), safe, unconfirmed);
            } else {
                unconfirmed.run();
            }
        };
        whenTrue(isDurable().orElse(CompletableFuture.completedFuture(true)), durable, again);
    }

    /** Runs one of two tasks when a stage is complete; one that has failed is no. */
    private static void whenTrue(CompletionStage<Boolean> stage, Runnable isTrue, Runnable isFalse) {
        var unused = stage.whenCompleteAsync(
                (value, failure) -> {
                    if (failure == null && value) {
                        isTrue.run();
                    } else {
                        isFalse.run();
                    }
                },
                Runnable::run);
    }
}
