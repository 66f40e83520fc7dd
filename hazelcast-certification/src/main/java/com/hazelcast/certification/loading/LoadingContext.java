package com.hazelcast.certification.loading;

import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Objects;

/**
 * What {@link LoadShard} finds on the member it runs on: kept in the Hazelcast instance's user context, because a processor arrives
 * without references. Thread-safe.
 */
public final class LoadingContext {
    private static final String KEY = LoadingContext.class.getName();

    private final LoadedShards loaded = new LoadedShards();

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    public static LoadingContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (LoadingContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    /** Which load has made which shards here. */
    public LoadedShards loaded() {
        return loaded;
    }
}
