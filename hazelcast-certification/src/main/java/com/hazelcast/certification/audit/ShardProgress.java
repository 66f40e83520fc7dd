package com.hazelcast.certification.audit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Whether the partition threads of a member go on: which of the shards that it owns answer. A shard counts from when it was first seen to
 * be owned here. Thread-safe; never waits for a shard.
 */
public final class ShardProgress {
    private final OwnedShards shards;
    private final LongSupplier nanoTime;
    private final Map<Integer, Long> ownedSinceNs = new HashMap<>();

    /** Of a member. */
    public ShardProgress(OwnedShards shards) {
        this(shards, System::nanoTime);
    }

    ShardProgress(OwnedShards shards, LongSupplier nanoTime) {
        this.shards = shards;
        this.nanoTime = nanoTime;
    }

    /** Shards that have not answered for longer than that. Asks all that owe no answer. */
    public synchronized List<Integer> silentFor(Duration limit) {
        var unusedLook = shards.look();
        long nowNs = nanoTime.getAsLong();
        List<Integer> owned = shards.owned();
        ownedSinceNs.keySet().retainAll(owned);
        owned.forEach(shard -> ownedSinceNs.putIfAbsent(shard, nowNs));
        return owned.stream()
                .filter(shard -> nowNs - lastSignNs(shard) > limit.toNanos())
                .toList();
    }

    private long lastSignNs(int shard) {
        long since = ownedSinceNs.getOrDefault(shard, Long.MIN_VALUE);
        return Math.max(since, shards.heardNs(shard).orElse(since));
    }
}
