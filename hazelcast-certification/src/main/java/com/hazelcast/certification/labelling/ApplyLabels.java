package com.hazelcast.certification.labelling;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.labels.LabelRecord;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.storage.ChangeType;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies on a backup what was labelled on the owner. A backup whose copy counts and that lacks one of the transactions acknowledges nothing,
 * so that Hazelcast copies the shard from its owner again; the labels of the others are applied first.
 */
final class ApplyLabels extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final Logger LOG = LoggerFactory.getLogger(ApplyLabels.class);
    private static final long serialVersionUID = 1;

    /** A backup's answer is not looked at. */
    private static final byte[] NOTHING = {};

    private byte[] record = {};

    /** Whether the owner has confirmed its copies, so that answers go out when its backups acknowledge. */
    private boolean isConfirmed;

    private transient ShardContext shards;

    ApplyLabels() {}

    ApplyLabels(byte[] record, boolean isConfirmed) {
        this.record = record;
        this.isConfirmed = isConfirmed;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        shards = ShardContext.of(member);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (isConfirmed && (shard == null || !shard.isInstalled())) {
            throw notApplied(entry.getKey(), "the shard is not here");
        }
        if (shard == null) {
            // The replica has not been copied here yet; the copy will bring these labels with it.
            return NOTHING;
        }
        shard.copies().forget();
        ShardJournal journal = shards.openJournal(shard);
        int missing;
        try {
            missing = LabelRecord.apply(shard, ByteBuffer.wrap(record));
            if (journal != null) {
                journal.append(ChangeType.LABELS, record, record.length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        entry.setValue(shard);
        if (journal != null) {
            // When it cannot be written, nothing is acknowledged.
            journal.commit();
        }
        if (isConfirmed && missing > 0) {
            throw notApplied(entry.getKey(), "transactions that are missing here: " + missing);
        }
        return NOTHING;
    }

    private static IllegalStateException notApplied(Integer key, String why) {
        LOG.error(
                "labels were not applied to a backup, which is copied from its owner again: shard key {}: {}",
                key,
                why);
        return new IllegalStateException("labels were not applied to a backup: shardKey=" + key + ": " + why);
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return LabellingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LabellingSerialization.APPLY_LABELS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeByteArray(record);
        out.writeBoolean(isConfirmed);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        record = Objects.requireNonNull(in.readByteArray());
        isConfirmed = in.readBoolean();
    }
}
