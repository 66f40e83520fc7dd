package com.hazelcast.certification.removing;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.removal.RemovalRecord;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.storage.ChangeType;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.ShardStorage;
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
 * Does on a backup what was removed on the owner. A backup whose copy counts and that has no shard acknowledges nothing, so that Hazelcast
 * copies the shard from its owner again.
 */
final class ApplyRemoval extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final Logger LOG = LoggerFactory.getLogger(ApplyRemoval.class);
    private static final long serialVersionUID = 1;

    /** A backup's answer is not looked at. */
    private static final byte[] NOTHING = {};

    private byte[] record = {};

    /** Whether the owner has confirmed its copies. */
    private boolean isConfirmed;

    private transient ShardContext shards;
    private transient ScoringContext scoring;

    ApplyRemoval() {}

    ApplyRemoval(RemovalRecord record, boolean isConfirmed) {
        this.record = record.toBytes();
        this.isConfirmed = isConfirmed;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        shards = ShardContext.of(member);
        scoring = ScoringContext.of(member);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (isConfirmed && (shard == null || !shard.isInstalled())) {
            LOG.error(
                    "a removal was not applied to a backup, which is copied from its owner again: the shard is not here: shard key {}",
                    entry.getKey());
            throw new IllegalStateException(
                    "a removal was not applied to a backup: the shard is not here: shardKey=" + entry.getKey());
        }
        if (shard == null) {
            // The replica has not been copied here yet; the copy comes without what was removed.
            return NOTHING;
        }
        shard.copies().forget();
        RemovalRecord removal = RemovalRecord.read(ByteBuffer.wrap(record));
        ShardJournal journal = shards.openJournal(shard);
        try {
            removal.apply(shard);
            if (journal != null) {
                journal.append(ChangeType.REMOVAL, record, record.length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        removal.card().ifPresent(card -> shards.forgotten().applied(shard, card));
        entry.setValue(shard);
        if (journal != null) {
            // When it cannot be written, nothing is acknowledged.
            journal.commit();
        }
        removal.card().ifPresent(card -> {
            scoring.flagged().forget(card);
            shards.storage().ifPresent(ShardStorage::renew);
        });
        return NOTHING;
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return RemovingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return RemovingSerialization.APPLY_REMOVAL;
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
