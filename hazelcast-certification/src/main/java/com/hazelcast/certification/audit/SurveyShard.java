package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks a shard what it holds, counting its entries card by card. Changes nothing, and holds the partition thread up for about a
 * millisecond every 150,000 cards; {@link CountShard} does not. Answers {@link ShardSurvey} as longs, or null when the shard is not there.
 */
public final class SurveyShard extends ShardProcessor<long[]> {
    private static final long serialVersionUID = 1;

    @Override
    public long @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        return shard == null || !shard.isInstalled()
                ? null
                : ShardSurvey.of(shard).toLongs();
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
        return AuditSerialization.SURVEY_SHARD;
    }
}
