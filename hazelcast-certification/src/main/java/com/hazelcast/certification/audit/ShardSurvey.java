package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;

/**
 * What shards hold at one moment.
 *
 * @param cards cards
 * @param held transactions in the histories, counted in the data
 * @param expired transactions dropped since loading because they left the 90 days
 * @param droppedByBound transactions dropped by the bound on entries a card
 * @param droppedByMemory transactions dropped because the history memory was full
 * @param sizeBytes bytes of tables and pages
 */
public record ShardSurvey(
        long cards, long held, long expired, long droppedByBound, long droppedByMemory, long sizeBytes) {
    /** Nothing. */
    public static final ShardSurvey NONE = new ShardSurvey(0, 0, 0, 0, 0, 0);

    /** By counting the entries card by card. */
    static ShardSurvey of(HistoryShard shard) {
        return of(shard, shard.recount());
    }

    /** By the shard's own counts. */
    static ShardSurvey counted(HistoryShard shard) {
        return of(shard, shard.heldCount());
    }

    private static ShardSurvey of(HistoryShard shard, long held) {
        return new ShardSurvey(
                shard.cardCount(),
                held,
                shard.expiredCount(),
                shard.droppedByBoundCount(),
                shard.droppedByMemoryCount(),
                shard.sizeBytes());
    }

    /** The sum of two surveys. */
    public ShardSurvey plus(ShardSurvey other) {
        return new ShardSurvey(
                cards + other.cards,
                held + other.held,
                expired + other.expired,
                droppedByBound + other.droppedByBound,
                droppedByMemory + other.droppedByMemory,
                sizeBytes + other.sizeBytes);
    }

    /** Transactions ever inserted, loaded ones included: those held and those dropped since. */
    public long everInserted() {
        return held + expired + droppedByBound + droppedByMemory;
    }

    /** As longs, in the order of the components. */
    public long[] toLongs() {
        return new long[] {cards, held, expired, droppedByBound, droppedByMemory, sizeBytes};
    }

    /** The survey that {@link #toLongs} wrote. */
    public static ShardSurvey of(long[] longs) {
        return new ShardSurvey(longs[0], longs[1], longs[2], longs[3], longs[4], longs[5]);
    }
}
