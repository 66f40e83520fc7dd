package com.hazelcast.certification.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.replicatedmap.ReplicatedMap;
import org.jspecify.annotations.Nullable;

/** The small replicated map by which a member that joins learns what the others do. Thread-safe. */
public final class DesiredState {
    /** The map, of which a member that joins has to have all before it reads. */
    public static final String MAP = "fraud-desired";

    private static final int TRIES_MAX = 10;

    private final ReplicatedMap<String, String> map;

    /** As that member sees it. */
    public DesiredState(HazelcastInstance hazelcast) {
        map = hazelcast.getReplicatedMap(MAP);
    }

    /** Null: nothing was put. */
    public @Nullable String get(String key) {
        return map.get(key);
    }

    /** Puts it, again when a member is lost meanwhile: the same a second time changes nothing. */
    public void put(String key, String value) {
        for (int tries = 1; ; tries++) {
            try {
                map.put(key, value);
                return;
            } catch (IndeterminateOperationStateException e) {
                if (tries == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }
}
