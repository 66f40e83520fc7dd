package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;

/** Makes whole shards of synthetic histories. Immutable, thread-safe; costs some ten nanoseconds a transaction. */
public final class SyntheticShards {
    private final LoadSpec spec;
    private final HistoryMemory memory;
    private final int entriesPerCardMax;
    private final CardIndex index;
    private final SyntheticHistory histories;

    public SyntheticShards(LoadSpec spec, int shardCount, HistoryMemory memory, int entriesPerCardMax) {
        this.spec = spec;
        this.memory = memory;
        this.entriesPerCardMax = entriesPerCardMax;
        this.index = new CardIndex(spec.cards(), shardCount);
        this.histories = new SyntheticHistory(spec);
    }

    LoadSpec spec() {
        return spec;
    }

    /** The histories of a shard, not yet installed. */
    public HistoryShard make(int shard) {
        int cardCount = index.count(shard);
        HistoryShard made = new HistoryShard(memory, entriesPerCardMax, cardCount);
        for (int i = 0; i < cardCount; i++) {
            int card = index.card(shard, i);
            histories.fill(made.open(card), card);
        }
        return made;
    }
}
