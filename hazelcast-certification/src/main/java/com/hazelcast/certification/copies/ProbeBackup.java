package com.hazelcast.certification.copies;

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

/** Leaves word of a probe on a backup that holds the shard, and there the round that its owner promises. */
final class ProbeBackup extends ShardProcessor<long[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private long probe;
    private long promised;
    private transient CopiesContext context;
    private transient ShardContext shards;

    ProbeBackup() {}

    ProbeBackup(long probe, long promised) {
        this.probe = probe;
        this.promised = promised;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = CopiesContext.of(member);
        shards = ShardContext.of(member);
    }

    @Override
    public long @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        // Asked for its value, Hazelcast runs the loader on a backup too: what came of that is no copy.
        if (shard != null && shard.isInstalled()) {
            shard.copies().forget();
            shard.epoch().heard(promised);
            EpochLog.keep(shards, shard);
            if (shards.isStored(shard)) {
                context.probes().passed(probe, entry.getKey());
            }
        }
        return null;
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.PROBE_BACKUP;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(probe);
        out.writeLong(promised);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        probe = in.readLong();
        promised = in.readLong();
    }
}
