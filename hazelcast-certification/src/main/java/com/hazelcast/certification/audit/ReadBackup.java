package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads all that the replica of a shard holds on a backup and leaves it with the member. */
final class ReadBackup extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private long comparison;
    private transient AuditContext context;

    ReadBackup() {}

    ReadBackup(long comparison) {
        this.comparison = comparison;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = AuditContext.of(member);
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard != null) {
            context.backupContents().record(comparison, entry.getKey(), ShardContents.of(shard));
        }
        return null;
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.READ_BACKUP;
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
