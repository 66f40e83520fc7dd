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
 * Asks all copies of a shard a {@link CopyQuestion}: the owner, whose answer this has, and each backup, which leaves its answer in its
 * member's {@link AuditContext}. It passes through the same queue as the batches, so owner and backups are asked at the same point of
 * the stream even while it flows. Answers null when the shard is not there.
 */
public final class AskCopies extends ShardProcessor<byte[]> {
    private static final long serialVersionUID = 1;

    private CopyQuestion question = CopyQuestion.DIGEST;
    private long comparison;

    AskCopies() {}

    /**
     * For that comparison, which has begun on the members; only its own answers of backups are kept for it.
     *
     * @param comparison a number that no other comparison has
     */
    public AskCopies(CopyQuestion question, long comparison) {
        this.question = question;
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
        return question.answer(shard);
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return new AskBackup(question, comparison);
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.ASK_COPIES;
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
