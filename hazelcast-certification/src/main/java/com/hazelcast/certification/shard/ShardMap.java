package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;

/** The map of shards: its keys are those of {@link ShardKeys}, its values the shards. Stateless. */
public final class ShardMap {
    /** The map's name, the same on every member and client. */
    public static final String NAME = "transaction_history";

    private ShardMap() {}

    /** The map, as that member or client sees it. */
    public static IMap<Integer, HistoryShard> of(HazelcastInstance hazelcast) {
        return hazelcast.getMap(NAME);
    }
}
