package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts a shard that was loaded or united in place on a backup.
 *
 * @param <R> what its owner's processor answers; a backup answers nobody
 */
final class InstallShard<R> extends ShardProcessor<R> {
    private static final long serialVersionUID = 1;

    private transient HistoryShard shard;

    InstallShard() {}

    InstallShard(HistoryShard shard) {
        this.shard = shard;
    }

    @Override
    public @Nullable R process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard before = entry.getValue();
        if (before != null) {
            before.replaced();
        }
        entry.setValue(shard);
        return null;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeObject(shard);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        shard = in.readObject();
    }

    @Override
    public int getFactoryId() {
        return LoadingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LoadingSerialization.INSTALL_SHARD;
    }
}
