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

/** Asks the replica of a shard on a backup a {@link CopyQuestion}, and leaves the answer with the member. */
final class AskBackup extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private CopyQuestion question = CopyQuestion.DIGEST;
    private long comparison;
    private transient AuditContext context;

    AskBackup() {}

    AskBackup(CopyQuestion question, long comparison) {
        this.question = question;
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
            context.readings().record(comparison, entry.getKey(), question.answer(shard));
        }
        return null;
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.ASK_BACKUP;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeString(question.name());
        out.writeLong(comparison);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        question = CopyQuestion.valueOf(in.readString());
        comparison = in.readLong();
    }
}
