package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;

/** Identity of what this package sends to members: whole shards. */
public final class ShardSerialization {
    /** Type of {@link HistoryShardSerializer}; positive, as Hazelcast asks of custom serializers. */
    static final int HISTORY_SHARD_TYPE = 4901;

    private ShardSerialization() {}

    /** Adds the serializer to a member's configuration; shards that arrive take the given memory. */
    public static void register(SerializationConfig config, HistoryMemory memory) {
        config.addSerializerConfig(new SerializerConfig()
                .setImplementation(new HistoryShardSerializer(memory))
                .setTypeClass(HistoryShard.class));
    }
}
