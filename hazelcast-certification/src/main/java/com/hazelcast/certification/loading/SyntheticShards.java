package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryNeed;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import java.util.Optional;

/**
 * Makes whole shards of synthetic histories. Immutable, thread-safe; costs some ten nanoseconds a transaction, of
 * natural customers some fifty.
 */
public final class SyntheticShards implements LoadableShards {
    private static final int GROUP = 1_024;

    private final LoadSpec spec;
    private final HistoryMemory memory;
    private final int entriesPerCardMax;
    private final CardIndex index;
    private final Optional<CardKey> key;

    /** Makes the histories of cards, one by one. Used by one thread. */
    @FunctionalInterface
    interface CardFiller {
        /** Inserts the card's transactions, oldest first, into its empty history. */
        void fill(CardHistory history, long card);

        /** What makes the histories that a specification asks for. */
        static CardFiller of(LoadSpec spec) {
            return switch (spec.traffic()) {
                case CHALLENGE -> new SyntheticHistory(spec);
                case NATURAL, CLEAN -> new NaturalHistory(spec);
            };
        }
    }

    /**
     * Shards of that specification.
     *
     * @param key by which cards are identified, if they are
     */
    public SyntheticShards(
            LoadSpec spec, int shardCount, HistoryMemory memory, int entriesPerCardMax, Optional<CardKey> key) {
        this.spec = spec;
        this.memory = memory;
        this.entriesPerCardMax = entriesPerCardMax;
        this.index = new CardIndex(spec.cards(), shardCount, key);
        this.key = key;
    }

    @Override
    public LoadSpec spec() {
        return spec;
    }

    @Override
    public int count() {
        return index.shardCount();
    }

    @Override
    public HistoryMemory memory() {
        return memory;
    }

    @Override
    public MemoryNeed need(int shard) {
        return MemoryNeed.of(index.count(shard), spec.historyPerCard(), entriesPerCardMax);
    }

    @Override
    public HistoryShard make(int shard) {
        int cardCount = index.count(shard);
        CardFiller histories = CardFiller.of(spec);
        HistoryShard made = new HistoryShard(memory, entriesPerCardMax, cardCount);
        CardIdentifier identifier = new CardIdentifier(key);
        long[] group = new long[Math.min(GROUP, cardCount)];
        for (int first = 0; first < cardCount; first += GROUP) {
            int count = Math.min(GROUP, cardCount - first);
            for (int i = 0; i < count; i++) {
                group[i] = index.card(shard, first + i);
            }
            identifier.identify(group, count);
            for (int i = 0; i < count; i++) {
                histories.fill(made.open(group[i]), index.card(shard, first + i));
            }
        }
        return made;
    }
}
