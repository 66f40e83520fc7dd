package com.hazelcast.certification.audit;

import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What comparisons of owners and backups leave on the member they run on: kept in the Hazelcast instance's user context, because a
 * processor arrives without references. Thread-safe.
 */
public final class AuditContext {
    private static final String KEY = AuditContext.class.getName();

    /** Few: each holds the contents of a shard. */
    private final BackupReadings<byte[]> backupContents = new BackupReadings<>(4);

    private final BackupReadings<ShardDigest> backupDigests = new BackupReadings<>(64);

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    static AuditContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (AuditContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    /** What {@link ReadShard} has read of the backups held here. */
    BackupReadings<byte[]> backupContents() {
        return backupContents;
    }

    /** What {@link DigestShard} has read of the backups held here. */
    BackupReadings<ShardDigest> backupDigests() {
        return backupDigests;
    }

    /**
     * Makes room on this member for what a comparison of owners and backups will read here.
     *
     * @throws IllegalStateException when there are as many as there may be
     */
    public void beginComparison(long comparison) {
        backupDigests.begin(comparison, System.nanoTime());
    }

    /**
     * As {@link #beginComparison}, for whole contents.
     *
     * @throws IllegalStateException when there are as many as there may be
     */
    public void beginReading(long comparison) {
        backupContents.begin(comparison, System.nanoTime());
    }

    /** Takes what {@link ReadShard} has read for that comparison of the one backup held here; null when none is. */
    public byte @Nullable [] takeBackupContents(long comparison) {
        return backupContents.take(comparison).values().stream().findAny().orElse(null);
    }

    /** Takes the digests that {@link DigestShard} has left for that comparison of the backups held here, by key. */
    public Map<Integer, ShardDigest> takeBackupDigests(long comparison) {
        return backupDigests.take(comparison);
    }
}
