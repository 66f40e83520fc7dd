package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which load has made which shards of this member. A shard that comes from elsewhere is of none: it was moved or copied here.
 * Thread-safe; used once a shard and load.
 */
public final class LoadedShards {
    /** By the object: a shard is equal to itself only. */
    private final Map<HistoryShard, Long> loads = Collections.synchronizedMap(new WeakHashMap<>());

    private final AtomicLong made = new AtomicLong();

    /** That load has made a shard here. */
    public void made(HistoryShard shard, long load) {
        made.incrementAndGet();
        loads.put(shard, load);
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
