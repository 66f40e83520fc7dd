package com.hazelcast.certification.history;

/**
 * The hash of a card's number: its upper half chooses the shard, its lower half the slot in the shard's table, so the
 * two are independent. The mixer is MurmurHash3's 64-bit finaliser (Appleby, public domain).
 */
public final class CardHash {
    /** Positions of cards; see {@link #position}. */
    public static final long POSITIONS = 1L << 32;

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

    /** Where a card stands among all of a shard, 0 to {@link #POSITIONS}, exclusive: cards with a lower position have a lower home in its table. */
    public static long position(long card) {
        return of(card) & POSITIONS - 1;
    }

    /**
     * The position behind a part of a shard that has about so many cards; at least one more than its first.
     *
     * @param from the first position of the part
     * @param cards how many the part is to have
     * @param allCards how many the shard has
     */
    public static long endOfPart(long from, int cards, double allCards) {
        double share = cards / Math.max(cards, allCards);
        return Math.min(POSITIONS, from + Math.max(1, (long) (share * POSITIONS)));
    }
}
