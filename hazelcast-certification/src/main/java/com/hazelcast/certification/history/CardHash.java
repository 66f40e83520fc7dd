package com.hazelcast.certification.history;

/**
 * The hash of a card's number: its upper half chooses the shard, its lower half the slot in the shard's table, so the
 * two are independent. The mixer is MurmurHash3's 64-bit finaliser (Appleby, public domain).
 */
public final class CardHash {
    private CardHash() {}

    public static long of(long card) {
        long h = card;
        h ^= h >>> 33;
        h *= 0xff51afd7ed558ccdL;
        h ^= h >>> 33;
        h *= 0xc4ceb9fe1a85ec53L;
        return h ^ h >>> 33;
    }

    /** The shard, 0 to {@code shardCount - 1}, of a card with that hash. */
    public static int shard(long hash, int shardCount) {
        return (int) ((hash >>> 32) * shardCount >>> 32);
    }
}
