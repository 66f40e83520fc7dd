package com.hazelcast.certification.backup;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: shards to be taken. */
public final class BackupSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4916;

    static final int TAKE_SHARD = 1;

    private BackupSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> {
            if (classId == TAKE_SHARD) {
                return new TakeShard();
            }
            throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
