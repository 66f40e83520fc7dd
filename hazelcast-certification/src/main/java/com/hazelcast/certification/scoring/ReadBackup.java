package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads all that the replica of a shard holds on a backup and leaves it with the member. */
final class ReadBackup extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private transient ScoringContext context;

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ScoringContext.of(member);
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard != null) {
            context.recordBackupContents(entry.getKey(), ShardContents.of(shard));
        }
        return null;
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.READ_BACKUP;
    }
}
