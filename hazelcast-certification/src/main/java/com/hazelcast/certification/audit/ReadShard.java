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
 * Reads all that a shard holds, on its owner as the answer, and on each backup into that member's {@link AuditContext}, at
 * the same point of the stream. For audits of small clusters: it copies everything. Answers null when the shard is not there.
 */
public final class ReadShard extends ShardProcessor<byte[]> {
    private static final long serialVersionUID = 1;

    private long comparison;

    ReadShard() {}

    /**
     * For that comparison, which has begun on the members; only its own backups are read for it.
     *
     * @param comparison a number that no other comparison has
     */
    public ReadShard(long comparison) {
        this.comparison = comparison;
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return null;
        }
        // Hazelcast calls backups only after a change.
        entry.setValue(shard);
        return ShardContents.of(shard);
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return new ReadBackup(comparison);
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.READ_SHARD;
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
