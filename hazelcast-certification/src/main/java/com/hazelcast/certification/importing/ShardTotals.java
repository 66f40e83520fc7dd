package com.hazelcast.certification.importing;

/**
 * What is in one shard, or in all.
 *
 * @param rows that histories are made of
 * @param duplicates rows that were there twice, and are kept once
 * @param tooOld rows that were left out, because they are 90 days or more older than the newest of their card
 * @param labels rows labelled as fraud, of those that histories are made of
 * @param chunks that the rows take in histories
 * @param amountUnits sum of all amounts
 * @param digest sum over all rows of what {@link #digestOf} says, modulo 2^64
 * @param firstMs the oldest time; {@link Long#MAX_VALUE} when there is none
 * @param lastMs the newest time
 */
public record ShardTotals(
        long rows,
        long cards,
        long duplicates,
        long tooOld,
        long labels,
        long chunks,
        long amountUnits,
        long digest,
        long firstMs,
        long lastMs) {
    static final ShardTotals NONE = new ShardTotals(0, 0, 0, 0, 0, 0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE);

    private static final long CARDS = 1_000_003;
    private static final long TIMES = 1_000_033;

    ShardTotals plus(ShardTotals other) {
        return new ShardTotals(
                rows + other.rows,
                cards + other.cards,
                duplicates + other.duplicates,
                tooOld + other.tooOld,
                labels + other.labels,
                chunks + other.chunks,
                amountUnits + other.amountUnits,
                digest + other.digest,
                Math.min(firstMs, other.firstMs),
                Math.max(lastMs, other.lastMs));
    }

    /**
     * What a row adds to the digest: simple enough to be calculated in SQL, and other for each field that is exchanged between rows.
     *
     * @param card its word, unsigned
     */
    public static long digestOf(long card, long timeMs, int amountUnits, int currency, int country, int merchant) {
        long identity = (Long.remainderUnsigned(card, CARDS) + 1) * (timeMs % TIMES + 1);
        return identity + (amountUnits + 1L) * (currency + 1) * (country + 1) * (merchant + 1);
    }
}
