package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the owners of all shards hold, as one number. */
public final class OwnerDigests {
    private OwnerDigests() {}

    private static final class Digest implements EntryProcessor<Integer, HistoryShard, Long> {
        private static final long serialVersionUID = 1;

        @Override
        public Long process(Map.Entry<Integer, HistoryShard> entry) {
            return entry.getValue().digest();
        }

        @Override
        public @Nullable EntryProcessor<Integer, HistoryShard, Long> getBackupProcessor() {
            return null;
        }
    }

    /** The sum of the digests of all shards; equal histories have equal ones. */
    public static long sum(HazelcastInstance member) {
        ShardKeys keys = ShardKeys.of(member);
        IMap<Integer, HistoryShard> map = ShardMap.of(member);
        long sum = 0;
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            sum += map.executeOnKey(keys.keyOf(shard), new Digest());
        }
        return sum;
    }
}
