package com.hazelcast.certification.kafka.verdicts;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members. */
public final class VerdictsSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4914;

    static final int LOOK_AT_SENT = 1;

    private VerdictsSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case LOOK_AT_SENT -> new LookAtSent();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
