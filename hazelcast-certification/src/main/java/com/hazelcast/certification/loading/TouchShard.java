package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import java.util.Map;

/** Has the owner of a shard and its backups keep it on their disks, when they do not: nothing else has changed it there since it came. */
final class TouchShard extends ShardProcessor<Boolean> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private transient ShardContext context;

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ShardContext.of(member);
    }

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return false;
        }
        // Hazelcast calls backups only after a change.
        entry.setValue(shard);
        return context.isStored(shard);
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return new TouchShard();
    }

    @Override
    public int getFactoryId() {
        return LoadingSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return LoadingSerialization.TOUCH_SHARD;
    }
}
