package com.hazelcast.certification.routing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A router to shards without copies that answer when a test says so; for tests of other packages. */
public final class ScriptedRouter implements AutoCloseable {
    static final CopyGuard NO_COPIES = new CopyGuard() {
        @Override
        public CompletableFuture<Void> confirmed(int shard) {
            throw new AssertionError("these shards have no copies: shard=" + shard);
        }

        @Override
        public CompletableFuture<Boolean> isStillSeen(int shard, long view) {
            throw new AssertionError("these shards have no copies: shard=" + shard);
        }

        @Override
        public boolean isBackupHere(int shard, byte[] batchAnswer) {
            return false;
        }
    };

    private final ScriptedShards shards = new ScriptedShards();
    private final Router router;

    public ScriptedRouter(int shardCount, int batchLimit) {
        RoutingMeter meter = new FakeOwner(batchLimit, card -> false, IllegalStateException::new);
        router = new Router(shardCount, shards, batchLimit, Duration.ZERO, Acks.STRICT, NO_COPIES, meter);
    }

    public Router router() {
        return router;
    }

    /** Whether no call is out. */
    public boolean isIdle() {
        return shards.isIdle();
    }

    /** Answers the calls that are out, and returns how many transactions each had. */
    public List<Integer> answerCalls() throws InterruptedException {
        List<Integer> counts = new ArrayList<>();
        while (!shards.isIdle()) {
            ScriptedShards.Call call = shards.next();
            counts.add(call.count());
            call.answer();
        }
        return counts;
    }

    @Override
    public void close() {
        router.close();
    }
}
