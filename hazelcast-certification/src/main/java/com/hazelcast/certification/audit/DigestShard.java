package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Digests a shard on its owner, as the answer, and on each backup, into that member's {@link AuditContext}. It passes
 * through the same queue as the batches, so owner and backups are compared at the same point of the stream even while
 * it flows. Answers {@link ShardDigest} as longs, or null when the shard is not there.
 */
public final class DigestShard extends ShardProcessor<long[]> {
    private static final long serialVersionUID = 1;

    private long comparison;

    DigestShard() {}

    /**
     * For that comparison, which has begun on the members; only its own backups are read for it.
     *
     * @param comparison a number that no other comparison has
     */
    public DigestShard(long comparison) {
        this.comparison = comparison;
    }

    @Override
    public long @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return null;
        }
        // Hazelcast calls backups only after a change.
        entry.setValue(shard);
        return ShardDigest.of(shard).toLongs();
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, long[]> getBackupProcessor() {
        return new DigestBackup(comparison);
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.DIGEST_SHARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(comparison);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        comparison = in.readLong();
    }
}
