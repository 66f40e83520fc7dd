package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;

/** What one replica of a shard holds, short enough to compare. */
public record ShardDigest(long digest, int cards, long transactionsHeld) {
    static ShardDigest of(HistoryShard shard) {
        return new ShardDigest(shard.digest(), shard.cardCount(), shard.recount());
    }

    long[] toLongs() {
        return new long[] {digest, cards, transactionsHeld};
    }

    /** The digest that {@link DigestShard} answered with. */
    public static ShardDigest of(long[] answer) {
        return new ShardDigest(answer[0], (int) answer[1], answer[2]);
    }
}
