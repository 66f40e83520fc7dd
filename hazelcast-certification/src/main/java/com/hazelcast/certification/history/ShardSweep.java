package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.CardSlot;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Goes through a part of a shard's cards: expired entries go, and cards that have been without an entry for long. Depends on nothing but the
 * shard and what it is given, so copies that are alike stay alike, also when the log is replayed over a snapshot that is ahead of it. Used by
 * the shard's thread.
 */
final class ShardSweep implements IntConsumer {
    private final CardTable table;
    private final CardHistory history;

    private long timeMs;
    private long emptyMaxMs;
    private int looked;
    private int expired;
    private boolean isChanged;

    /** Cards to be removed: slots would move meanwhile. */
    private long[] going = new long[16];

    private int goingCount;

    ShardSweep(CardTable table, CardHistory history) {
        this.table = table;
        this.history = history;
    }

    HistoryShard.Swept run(long from, long to, long atMs, long emptyAtMostMs) {
        timeMs = atMs;
        emptyMaxMs = emptyAtMostMs;
        looked = 0;
        expired = 0;
        isChanged = false;
        goingCount = 0;
        table.forEachBetween(from, to, this);
        for (int i = 0; i < goingCount; i++) {
            table.remove(table.find(going[i], table.home(CardHash.of(going[i]))));
        }
        return new HistoryShard.Swept(looked, expired, goingCount, isChanged || goingCount > 0);
    }

    @Override
    public void accept(int slot) {
        looked++;
        if (timeMs == Long.MIN_VALUE) {
            // Nothing that the shard holds gives a time: none to go by, and none since which a card is empty.
            return;
        }
        if (CardSlot.count(table.wordAt(slot)) > 0) {
            history.open(slot);
            int dropped = history.expire(timeMs);
            expired += dropped;
            isChanged |= dropped > 0;
        } else if (CardSlot.isEmptyFor(table.wordAt(slot), emptyMaxMs(slot), timeMs)) {
            if (goingCount == going.length) {
                going = Arrays.copyOf(going, 2 * goingCount);
            }
            going[goingCount++] = table.cardAt(slot);
            return;
        }
        if (CardSlot.isEmptySinceUnknown(table.wordAt(slot))) {
            table.setWord(slot, CardSlot.emptySince(table.wordAt(slot), timeMs));
            isChanged = true;
        }
    }

    /** A card that is to pay for the first time may take longer than one that has ceased to. */
    private long emptyMaxMs(int slot) {
        return CardSlot.isOpened(table.wordAt(slot)) ? HistoryLimits.EMPTY_CARD_MAX_MS : emptyMaxMs;
    }
}
