package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
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
final class InstallShard<R> extends ShardProcessor<R> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private transient HistoryShard shard;
    private transient ShardContext context;

    InstallShard() {}

    InstallShard(HistoryShard shard) {
        this.shard = shard;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ShardContext.of(member);
    }

    @Override
    public @Nullable R process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard before = entry.getValue();
        if (before != null) {
            before.replaced();
        }
        entry.setValue(shard);
        // Its first snapshot begins.
        var unused = context.isStored(shard);
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
