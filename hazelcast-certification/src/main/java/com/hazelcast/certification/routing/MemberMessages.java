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
        public CompletionStage<byte[] @Nullable []> send(UUID member, List<Group> groups) {
            return CompletableFuture.failedFuture(new IllegalStateException("no other member: member=" + member));
        }
    };

    /** A batch for one shard in a message. Its transactions belong to the message. */
    final class Group {
        private final int shard;
        private final BatchId id;
        private final byte[] transactions;
        private final int count;
        private final CompletableFuture<byte[]> answer = new CompletableFuture<>();

        Group(int shard, BatchId id, byte[] transactions, int count) {
            this.shard = shard;
            this.id = id;
            this.transactions = transactions;
            this.count = count;
        }

        int shard() {
            return shard;
        }

        BatchId id() {
            return id;
        }

        byte[] transactions() {
            return transactions;
        }

        /** How many of the transactions are meant, the first ones. */
        int count() {
            return count;
        }

        /** Completes with the batch's {@link com.hazelcast.certification.scoring.BatchAnswer}. */
        CompletableFuture<byte[]> answer() {
            return answer;
        }
    }

    /** The member that owns the shard; null: this one, or nobody. */
    @Nullable
    UUID otherOwner(int shard);

    /**
     * Sends one message.
     *
     * @return completes with an answer for each group, which needs no later look; null: not answered, for whatever reason. Fails when the
     *     member is gone or takes no message
     */
    CompletionStage<byte[] @Nullable []> send(UUID member, List<Group> groups);
}
