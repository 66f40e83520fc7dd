package com.hazelcast.certification.copies;

import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Objects;

/**
 * What probes find on the member they run on, beside the {@linkplain com.hazelcast.certification.shard.ShardContext context of all}:
 * kept in the Hazelcast instance's user context, because a processor arrives without references. Thread-safe.
 */
public final class CopiesContext {
    private static final String KEY = CopiesContext.class.getName();

    private final CopyProbes probes = new CopyProbes();

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    static CopiesContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (CopiesContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    /** Which probes have passed through the replicas held here. */
    CopyProbes probes() {
        return probes;
    }
}
