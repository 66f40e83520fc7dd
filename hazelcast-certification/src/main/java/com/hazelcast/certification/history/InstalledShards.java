package com.hazelcast.certification.history;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The shards that were put in place on this member and are still there, owned or as backups: Hazelcast's public API hands out none of
 * the backups, and none at all where too few members are left. Keeps none of them from being collected, so one that has left or was replaced
 * counts until the garbage collector has noticed. Thread-safe; used once a shard that is loaded, arrives or leaves.
 */
final class InstalledShards {
    private final List<WeakReference<HistoryShard>> shards = new ArrayList<>();

    synchronized void add(HistoryShard shard) {
        shards.removeIf(known -> known.get() == null || known.refersTo(shard));
        shards.add(new WeakReference<>(shard));
    }

    synchronized void remove(HistoryShard shard) {
        shards.removeIf(known -> known.refersTo(shard));
    }

    synchronized List<HistoryShard> list() {
        return shards.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
    }
}
