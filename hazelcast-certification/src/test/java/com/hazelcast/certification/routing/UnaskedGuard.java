package com.hazelcast.certification.routing;

import java.util.concurrent.CompletionStage;

/** A guard that fails the test when it is asked: where answers are fast, nobody asks. */
public final class UnaskedGuard implements CopyGuard {
    @Override
    public CompletionStage<Void> confirmed(int shard) {
        throw new AssertionError("asked for the copies of shard " + shard);
    }

    @Override
    public CompletionStage<Boolean> isStillSeen(int shard, long view) {
        throw new AssertionError("asked for the view of the owner of shard " + shard);
    }

    @Override
    public boolean isBackupHere(int shard, byte[] batchAnswer) {
        return false;
    }
}
