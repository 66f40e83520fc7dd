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

    private final ShardLoader loader;
    private final LoadedShards loaded;

    /**
     * Of a member.
     *
     * @param loaded which is notified by that loader
     */
    public LoadingContext(ShardLoader loader, LoadedShards loaded) {
        this.loader = loader;
        this.loaded = loaded;
    }

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    public static LoadingContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (LoadingContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    /** Makes shards here. */
    ShardLoader loader() {
        return loader;
    }

    /** Which load has made which shards here. */
    public LoadedShards loaded() {
        return loaded;
    }
}
