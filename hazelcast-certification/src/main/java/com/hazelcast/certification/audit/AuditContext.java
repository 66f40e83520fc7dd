package com.hazelcast.certification.audit;

import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Objects;

/**
 * What comparisons of owners and backups leave on the member they run on: kept in the Hazelcast instance's user context, because a
 * processor arrives without references. Thread-safe.
 */
public final class AuditContext {
    private static final String KEY = AuditContext.class.getName();

    private final BackupReadings readings = new BackupReadings();

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    static AuditContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (AuditContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    /** What backups held here have answered. */
    BackupReadings readings() {
        return readings;
    }

    /**
     * Makes room on this member for what a comparison of owners and backups will ask of the backups held here.
     *
     * @throws IllegalStateException when as many ask that already as may at a time
     */
    public void begin(CopyQuestion question, long comparison) {
        readings.begin(question, comparison, System.nanoTime());
    }

    /** Takes what the backups held here have answered to that comparison, by the shards' keys; forgets the comparison. */
    public Map<Integer, byte[]> take(long comparison) {
        return readings.take(comparison);
    }
}
