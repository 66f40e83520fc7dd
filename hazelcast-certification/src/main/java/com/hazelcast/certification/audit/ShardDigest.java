package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import java.nio.ByteBuffer;

/** What one replica of a shard holds, short enough to compare. */
public record ShardDigest(long digest, int cards, long transactionsHeld) {
    private static final int SIZE_BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;

    static ShardDigest of(HistoryShard shard) {
        return new ShardDigest(shard.digest(), shard.cardCount(), shard.recount());
    }

    /** As bytes, in the order of the components. */
    byte[] toBytes() {
        return ByteBuffer.allocate(SIZE_BYTES)
                .putLong(digest)
                .putInt(cards)
                .putLong(transactionsHeld)
                .array();
    }

    /** The digest that a copy answered to {@link CopyQuestion#DIGEST}. */
    public static ShardDigest of(byte[] answer) {
        ByteBuffer bytes = ByteBuffer.wrap(answer);
        return new ShardDigest(bytes.getLong(), bytes.getInt(), bytes.getLong());
    }
}
