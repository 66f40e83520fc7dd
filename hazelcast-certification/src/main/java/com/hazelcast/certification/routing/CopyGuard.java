package com.hazelcast.certification.routing;

import java.util.concurrent.CompletionStage;

/** Finds out when a shard has all its copies. Thread-safe. */
public interface CopyGuard {
    /**
     * Called when a shard's owner cannot confirm its copies, as after a member was lost. The stage completes when all copies
     * have been seen and the owner knows; never while there are fewer.
     */
    CompletionStage<Void> confirmed(int shard);
}
