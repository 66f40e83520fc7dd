package com.hazelcast.certification.scoring;

import com.hazelcast.core.HazelcastInstance;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What entry processors find on the member they run on: kept in the Hazelcast instance's user context, because a processor
 * arrives without references. Thread-safe.
 */
public final class ScoringContext {
    private static final String KEY = ScoringContext.class.getName();

    private final ScoringMeter meter;
    private final ThreadLocal<BatchScorer> scorers = ThreadLocal.withInitial(BatchScorer::new);
    private final CopyProbes copies = new CopyProbes();
    private final FlaggedRing flagged = new FlaggedRing();
    private final Map<Integer, byte[]> backupContents = new ConcurrentHashMap<>();
    private final Map<Integer, ShardDigest> backupDigests = new ConcurrentHashMap<>();

    public ScoringContext(ScoringMeter meter) {
        this.meter = meter;
    }

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    public static ScoringContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (ScoringContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    ScoringMeter meter() {
        return meter;
    }

    /** The scorer of the calling partition thread. */
    BatchScorer scorer() {
        return scorers.get();
    }

    /** The latest flagged transactions of this member's shards. */
    public FlaggedRing flagged() {
        return flagged;
    }

    CopyProbes copies() {
        return copies;
    }

    /** The keys of the shards whose replica here a probe has passed; forgets the probe. */
    public Set<Integer> takeProbe(long probe) {
        return copies.take(probe);
    }

    void recordBackupContents(Integer key, byte[] contents) {
        backupContents.put(key, contents);
    }

    /** Takes what {@link ReadShard} left of the backup held here of the shard with that key; null when none is. */
    public byte @Nullable [] takeBackupContents(int key) {
        return backupContents.remove(key);
    }

    void recordBackupDigest(int shard, ShardDigest digest) {
        backupDigests.put(shard, digest);
    }

    /** Takes the digests that {@link DigestShard} left of the backups held here, by shard. */
    public Map<Integer, ShardDigest> takeBackupDigests() {
        Map<Integer, ShardDigest> taken = Map.copyOf(backupDigests);
        backupDigests.keySet().removeAll(taken.keySet());
        return taken;
    }
}
