package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.BatchId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Messages that carry batches for several shards to the member that owns them. Thread-safe. */
interface MemberMessages {
    /** No other member is known: every batch is a call of its own. */
    MemberMessages NONE = new MemberMessages() {
        @Override
        public @Nullable UUID otherOwner(int shard) {
            return null;
        }

        @Override
        public CompletionStage<@Nullable byte[][]> send(UUID member, List<Group> groups) {
            return CompletableFuture.failedFuture(new IllegalStateException("no other member: member=" + member));
        }
    };

    /**
     * A batch for one shard in a message.
     *
     * @param transactions belongs to the message from then on
     * @param answer completes with its {@link com.hazelcast.certification.scoring.BatchAnswer}
     */
    record Group(int shard, BatchId id, byte[] transactions, int count, CompletableFuture<byte[]> answer) {}

    /** The member that owns the shard; null: this one, or nobody. */
    @Nullable
    UUID otherOwner(int shard);

    /**
     * Sends one message.
     *
     * @return completes with an answer for each group, which needs no later look; null: not answered, for whatever reason. Fails when the
     *     member is gone or takes no message
     */
    CompletionStage<@Nullable byte[][]> send(UUID member, List<Group> groups);
}
