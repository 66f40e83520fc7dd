package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * As {@link SurveyShard}, by the shard's own counts instead of counting its entries: its cost does not grow with the cards, so
 * it may be asked every second. Answers {@link ShardSurvey} as longs, or null when the shard is not there.
 */
public final class CountShard extends ShardProcessor<long[]> {
    private static final long serialVersionUID = 1;

    @Override
    public long @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        return shard == null || !shard.isInstalled()
                ? null
                : ShardSurvey.counted(shard).toLongs();
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, long[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.COUNT_SHARD;
    }
}
