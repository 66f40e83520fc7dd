package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.cluster.Member;
import com.hazelcast.map.MapLoader;
import com.hazelcast.partition.PartitionService;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The map's {@code MapLoader}: makes a shard's histories where the shard lives.
 *
 * <p>It loads only while it is {@linkplain #arm armed}. Hazelcast asks it for every shard that a member misses; answering
 * always would turn a lost shard into a freshly loaded one, silently without all that was scored since. So a shard that
 * is missing outside a load stays missing, and its transactions are rejected with a reason. It loads on the shard's owner only: Hazelcast
 * asks it on backups too, which get the owner's shard anyway. Thread-safe: called on partition threads.
 */
public final class ShardLoader implements MapLoader<Integer, HistoryShard> {
    private final HistoryMemory memory;
    private final int entriesPerCardMax;
    private final Optional<CardKey> cardKey;
    private final LoadedShards loaded;
    private volatile @Nullable Armed armed;

    private record Armed(SyntheticShards shards, Map<Integer, Integer> shardByKey, PartitionService partitions) {
        boolean isOwner(Integer key) {
            Member owner = partitions.getPartition(key).getOwner();
            return owner != null && owner.localMember();
        }
    }

    /**
     * A loader whose shards take the given memory.
     *
     * @param loaded is told of each shard that is made
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
     * @param partitions says which shards this member owns
     */
    public synchronized void arm(LoadSpec spec, ShardKeys keys, PartitionService partitions) {
        Armed current = armed;
        if (current != null && current.shards.spec().equals(spec)) {
            return;
        }
        Map<Integer, Integer> shardByKey = new HashMap<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            shardByKey.put(keys.keyOf(shard), shard);
        }
        armed = new Armed(
                new SyntheticShards(spec, keys.shardCount(), memory, entriesPerCardMax, cardKey),
                shardByKey,
                partitions);
    }

    /** Loads nothing from now on. */
    public synchronized void disarm() {
        armed = null;
    }

    /** The shard's histories, not yet installed; null when the loader is not armed, or the shard is another member's. */
    @Override
    public @Nullable HistoryShard load(Integer key) {
        Armed current = armed;
        if (current == null || !current.isOwner(key)) {
            return null;
        }
        Integer shard = current.shardByKey.get(key);
        if (shard == null) {
            return null;
        }
        HistoryShard made = current.shards.make(shard);
        loaded.made(made, current.shards.spec().id());
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

    /** None: nothing is loaded before it is asked for. */
    @Override
    public @Nullable Iterable<Integer> loadAllKeys() {
        return null;
    }
}
