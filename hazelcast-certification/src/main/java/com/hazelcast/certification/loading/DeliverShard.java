package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.HistoryMerge;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings a shard from the other side of a split to its owner, which unites it with its own ({@link HistoryMerge}) and sends the union to
 * its backups. Answers whether anything was new there. Where nothing was, the backups are left alone, unless an earlier call for the
 * shard may have reached the owner and not them. Running this twice is safe.
 */
final class DeliverShard extends ShardProcessor<Boolean> {
    private static final long serialVersionUID = 1;

    private boolean isRepeated;
    private transient HistoryShard shard;

    /** Whether it has come from another member, so that nobody else has the object. */
    private transient boolean hasArrived;

    private transient @Nullable HistoryShard united;

    DeliverShard() {}

    /** @param isRepeated an earlier call for this shard may have reached the owner only */
    DeliverShard(HistoryShard shard, boolean isRepeated) {
        this.shard = shard;
        this.isRepeated = isRepeated;
    }

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        // The one that is kept aside stays as it is until it is delivered.
        HistoryShard arriving = hasArrived ? shard : shard.copy();
        HistoryShard existing = entry.getValue();
        HistoryMerge.Union union = HistoryMerge.unite(arriving, existing);
        if (!union.isArriving()) {
            arriving.replaced();
        } else if (existing != null) {
            existing.replaced();
        }
        united = null;
        if (union.isChanged() || isRepeated) {
            // What is known of its copies is known of less than it holds now.
            union.shard().copies().forget();
            entry.setValue(union.shard());
            united = union.shard();
        }
        return union.isChanged();
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return united == null ? null : new InstallShard<>(united);
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeBoolean(isRepeated);
        out.writeObject(shard);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        isRepeated = in.readBoolean();
        shard = in.readObject();
        hasArrived = true;
    }

    @Override
    public int getFactoryId() {
        return LoadingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LoadingSerialization.DELIVER_SHARD;
    }
}
