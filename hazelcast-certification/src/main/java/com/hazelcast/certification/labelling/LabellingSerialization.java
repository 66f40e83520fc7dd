package com.hazelcast.certification.labelling;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: labels, and what they left. */
public final class LabellingSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4911;

    static final int TAKE_LABELS = 1;
    static final int APPLY_LABELS = 2;

    private LabellingSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case TAKE_LABELS -> new TakeLabels();
            case APPLY_LABELS -> new ApplyLabels();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
