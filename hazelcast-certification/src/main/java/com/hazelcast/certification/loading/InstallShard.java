package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;

/** Puts a loaded shard in place on a backup. */
final class InstallShard extends ShardProcessor<Integer> {
    private static final long serialVersionUID = 1;

    private transient HistoryShard shard;

    InstallShard() {}

    InstallShard(HistoryShard shard) {
        this.shard = shard;
    }

    @Override
    public Integer process(Map.Entry<Integer, HistoryShard> entry) {
        entry.setValue(shard);
        return LoadShard.LOADED;
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
