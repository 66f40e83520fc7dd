package com.hazelcast.certification.shard;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;

/** Identities of what this package sends to members: whole shards, and the policy that unites them after a split. */
public final class ShardSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4901;

    static final int HISTORY_MERGE = 1;

    /** Type of {@link HistoryShardSerializer}; positive, as Hazelcast asks of custom serializers. */
    static final int HISTORY_SHARD_TYPE = 4901;

    private ShardSerialization() {}

    /** Adds factory and serializer to a member's configuration; shards that arrive take the given memory. */
    public static void register(SerializationConfig config, HistoryMemory memory) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> {
            if (classId == HISTORY_MERGE) {
                return new HistoryMerge();
            }
            throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
        config.addSerializerConfig(new SerializerConfig()
                .setImplementation(new HistoryShardSerializer(memory))
                .setTypeClass(HistoryShard.class));
    }
}
