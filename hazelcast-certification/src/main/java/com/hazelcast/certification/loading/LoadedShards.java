package com.hazelcast.certification.loading;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryShard;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which load has made which shards of this member, and which it could not make. A shard that comes from elsewhere is of none: it was moved
 * or copied here. Thread-safe; used once a shard and load.
 */
public final class LoadedShards {
    /** By the object. A shard equals others with the same content, and to compare them reads both, which only their own threads may do. */
    @GuardedBy("this")
    private final List<Made> loads = new ArrayList<>();

    private final Map<Integer, Refusal> refusals = new ConcurrentHashMap<>();
    private final AtomicLong made = new AtomicLong();

    private record Made(WeakReference<HistoryShard> shard, long load) {}

    private record Refusal(long load, String reason) {}

    /** That load has made a shard here. */
    public synchronized void made(HistoryShard shard, long load) {
        made.incrementAndGet();
        loads.removeIf(known -> known.shard.refersTo(null) || known.shard.refersTo(shard));
        loads.add(new Made(new WeakReference<>(shard), load));
    }

    /** That load cannot make the shard of that key here. */
    void refused(Integer key, long load, String reason) {
        refusals.put(key, new Refusal(load, reason));
    }

    /** Why that load could not make the shard of that key here. */
    Optional<String> refusal(Integer key, long load) {
        Refusal known = refusals.get(key);
        return known != null && known.load == load ? Optional.of(known.reason) : Optional.empty();
    }

    /** Whether that load has made the shard, here. */
    synchronized boolean isOf(HistoryShard shard, long load) {
        return loads.stream().anyMatch(known -> known.load == load && known.shard.refersTo(shard));
    }

    /** Shards made here so far, by all loads. */
    public long madeCount() {
        return made.get();
    }
}
