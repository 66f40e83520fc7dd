package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: looks for codes of decisions. */
public final class RuleBookSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4913;

    static final int FIND_CODES = 1;

    private RuleBookSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> {
            if (classId != FIND_CODES) {
                throw WireFormat.unknownClass(FACTORY_ID, classId);
            }
            return new FindCodes();
        });
    }
}
