package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which load has made which shards of this member, and which it could not make. A shard that comes from elsewhere is of none: it was moved or copied here.
 * Thread-safe; used once a shard and load.
 */
public final class LoadedShards {
    /** By the object: a shard is equal to itself only. */
    private final Map<HistoryShard, Long> loads = Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<Integer, Refusal> refusals = new ConcurrentHashMap<>();
    private final AtomicLong made = new AtomicLong();

    private record Refusal(long load, String reason) {}

    /** That load has made a shard here. */
    public void made(HistoryShard shard, long load) {
        made.incrementAndGet();
        loads.put(shard, load);
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
    boolean isOf(HistoryShard shard, long load) {
        Long known = loads.get(shard);
        return known != null && known == load;
    }

    /** Shards made here so far, by all loads. */
    public long madeCount() {
        return made.get();
    }
}
