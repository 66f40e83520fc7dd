package com.hazelcast.certification.routing;

import java.util.Optional;
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

    /** Runs one of two tasks when a stage of this guard is complete; one that has failed is no. */
    static void whenTrue(CompletionStage<Boolean> stage, Runnable isTrue, Runnable isFalse) {
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
