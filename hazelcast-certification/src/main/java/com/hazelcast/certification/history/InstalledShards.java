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
    private final List<Installed> shards = new ArrayList<>();

    private record Installed(WeakReference<HistoryShard> shard, HistoryMemory.Standing standing) {}

    synchronized void add(HistoryShard shard) {
        shards.removeIf(known -> known.shard.refersTo(null) || known.shard.refersTo(shard));
        shards.add(new Installed(new WeakReference<>(shard), shard.standing()));
    }

    synchronized void remove(HistoryShard shard) {
        shards.removeIf(known -> known.shard.refersTo(shard));
    }

    /** Shards of the cluster of which one is in place: of several with a key, all but one were replaced by a copy made anew. */
    int countKeys() {
        return (int) standings().stream()
                .mapToInt(HistoryMemory.Standing::key)
                .distinct()
                .count();
    }

    synchronized List<HistoryMemory.Standing> standings() {
        return shards.stream()
                .filter(known -> !known.shard.refersTo(null))
                .map(Installed::standing)
                .toList();
    }

    synchronized List<HistoryShard> list() {
        return shards.stream()
                .map(known -> known.shard.get())
                .filter(Objects::nonNull)
                .toList();
    }
}
