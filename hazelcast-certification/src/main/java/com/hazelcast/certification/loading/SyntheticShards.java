package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes whole shards of synthetic histories. Immutable, thread-safe; costs some ten nanoseconds a transaction, of
 * natural customers some fifty.
 */
public final class SyntheticShards {
    private static final int GROUP = 1_024;

    private final LoadSpec spec;
    private final HistoryMemory memory;
    private final int entriesPerCardMax;
    private final CardIndex index;
    private final Optional<CardKey> key;

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

    LoadSpec spec() {
        return spec;
    }

    int count() {
        return index.shardCount();
    }

    /** What that shard will take. */
    HistoryMemory.Need need(int shard) {
        return HistoryMemory.Need.of(index.count(shard), spec.historyPerCard(), entriesPerCardMax);
    }

    /**
     * As {@link #make}, when there is room for it.
     *
     * @param whyNot receives how much is lacking otherwise
     */
    @Nullable
    HistoryShard makeIfItFits(int shard, Consumer<String> whyNot) {
        Optional<String> shortage = memory.whyDoesNotFit(need(shard));
        if (shortage.isPresent()) {
            whyNot.accept(shortage.get());
            return null;
        }
        try {
            return make(shard);
        } catch (OutOfMemoryError e) {
            // Nobody has yet what was being made, so nothing is broken by its end.
            whyNot.accept("the bound on histories allows it, but the system has no memory for it: " + e.getMessage()
                    + "; lower history-memory or --native-size, or give the machine more memory");
            return null;
        }
    }

    /** The histories of a shard, not yet installed; takes its memory whether or not it fits under the bound. */
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
