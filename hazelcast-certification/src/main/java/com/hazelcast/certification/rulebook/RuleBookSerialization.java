package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: looks for codes of decisions, and copies of histories. */
public final class RuleBookSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4913;

    static final int FIND_CODES = 1;
    static final int COPY_HISTORIES = 2;

    private RuleBookSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case FIND_CODES -> new FindCodes();
            case COPY_HISTORIES -> new CopyHistories();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
