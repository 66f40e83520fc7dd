package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryNeed;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.map.MapLoader;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code MapLoader} of histories: makes a shard's histories where the shard lives. {@link LoadShard} calls it; the map's configuration
 * does not name it ({@code docs/decisions/0041}).
 *
 * <p>It loads only while it is {@linkplain #arm armed}. So a shard that is missing outside a load stays missing, and its transactions are
 * rejected with a reason, rather than that it is loaded anew, silently without all that was scored since. Thread-safe: called on partition
 * threads.
 */
public final class ShardLoader implements MapLoader<Integer, HistoryShard> {
    private final HistoryMemory memory;
    private final int entriesPerCardMax;
    private final Optional<CardKey> cardKey;
    private final LoadedShards loaded;
    private volatile @Nullable Armed armed;

    private record Armed(LoadableShards shards, Path folder, Map<Integer, Integer> shardByKey) {}

    /**
     * A loader whose shards take the given memory.
     *
     * @param loaded is notified of each shard that is made
     */
    public ShardLoader(HistoryMemory memory, int entriesPerCardMax, Optional<CardKey> cardKey, LoadedShards loaded) {
        this.loaded = loaded;
        this.cardKey = cardKey;
        this.memory = memory;
        this.entriesPerCardMax = entriesPerCardMax;
    }

    /**
     * Loads what the specification says from now on. Costs a few nanoseconds a card.
     *
     * @param folder where imported histories are on this member; of no meaning for others
     * @param shardsHeld how many it holds, backups included
     * @throws IllegalStateException when these do not fit into this member's memory for histories, when no shard holds so many, or when
     *     the folder of imported ones is not there or does not fit the cluster; says what is lacking. Nothing has changed then
     */
    public synchronized void arm(LoadSpec spec, Path folder, ShardKeys keys, int shardsHeld) {
        Armed current = armed;
        if (current != null && current.shards.spec().equals(spec) && current.folder.equals(folder)) {
            return;
        }
        Map<Integer, Integer> shardByKey = new HashMap<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            shardByKey.put(keys.keyOf(shard), shard);
        }
        LoadableShards shards = spec.isImported()
                ? new ImportedShards(spec, folder, keys.shardCount(), memory, entriesPerCardMax, cardKey)
                : synthetic(spec, keys.shardCount(), shardsHeld);
        requireFits(spec, shards, shardsHeld);
        armed = new Armed(shards, folder, shardByKey);
    }

    private LoadableShards synthetic(LoadSpec spec, int shardCount, int shardsHeld) {
        // Before the cards are sorted, which takes memory, too.
        MemoryNeed usual = usualNeed(spec, shardCount);
        requireFits(spec, usual, usual.times(shardsHeld), shardsHeld);
        return new SyntheticShards(spec, shardCount, memory, entriesPerCardMax, cardKey);
    }

    private MemoryNeed usualNeed(LoadSpec spec, int shardCount) {
        try {
            return MemoryNeed.of(spec.cards() / shardCount, spec.historyPerCard(), entriesPerCardMax);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(refusal(spec, String.valueOf(e.getMessage())), e);
        }
    }

    private static String refusal(LoadSpec spec, String why) {
        return "what is to be loaded does not fit into this member's memory for histories, and nothing was loaded: cards="
                + spec.cards() + (spec.isImported() ? " folder=" + spec.folder() : " history=" + spec.historyPerCard())
                + ": " + why;
    }

    private void requireFits(LoadSpec spec, LoadableShards shards, int shardsHeld) {
        MemoryNeed all = MemoryNeed.NONE;
        MemoryNeed largest = MemoryNeed.NONE;
        for (int shard = 0; shard < shards.count(); shard++) {
            MemoryNeed need = shards.need(shard);
            all = all.plus(need);
            largest = largest.max(need);
        }
        requireFits(spec, largest, all.times((double) shardsHeld / shards.count()), shardsHeld);
    }

    private void requireFits(LoadSpec spec, MemoryNeed largest, MemoryNeed all, int shardsHeld) {
        memory.whyNeverFits(largest, all, shardsHeld).ifPresent(why -> {
            throw new IllegalStateException(refusal(spec, why));
        });
    }

    /** Loads nothing from now on. */
    public synchronized void disarm() {
        armed = null;
    }

    /**
     * The shard's histories, not yet installed; null when the loader is not armed, or it does not fit: then the reason is with the {@link
     * LoadedShards}.
     */
    @Override
    public @Nullable HistoryShard load(Integer key) {
        Armed current = armed;
        if (current == null) {
            return null;
        }
        Integer shard = current.shardByKey.get(key);
        if (shard == null) {
            return null;
        }
        long load = current.shards.spec().id();
        HistoryShard made = current.shards.makeIfItFits(shard, reason -> loaded.refused(key, load, reason));
        if (made != null) {
            loaded.made(made, load);
        }
        return made;
    }

    @Override
    public Map<Integer, HistoryShard> loadAll(Collection<Integer> keys) {
        Map<Integer, HistoryShard> loaded = new HashMap<>();
        for (Integer key : keys) {
            HistoryShard shard = load(key);
            if (shard != null) {
                loaded.put(key, shard);
            }
        }
        return loaded;
    }

    /** None: nothing is loaded before it is requested. */
    @Override
    public @Nullable Iterable<Integer> loadAllKeys() {
        return null;
    }
}
