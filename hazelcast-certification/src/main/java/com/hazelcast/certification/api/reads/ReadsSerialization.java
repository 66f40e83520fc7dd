package com.hazelcast.certification.api.reads;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: questions for answers that they keep, and these. */
public final class ReadsSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4915;

    static final int READ_KEPT = 1;
    static final int KEPT_ANSWER = 2;

    private ReadsSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case READ_KEPT -> new ReadKept();
            case KEPT_ANSWER -> new KeptAnswer();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
