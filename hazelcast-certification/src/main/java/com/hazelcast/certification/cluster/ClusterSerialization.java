package com.hazelcast.certification.cluster;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: control calls. */
public final class ClusterSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4902;

    static final int CONTROL_CALL = 1;

    private ClusterSerialization() {}

    /** Adds the factory to the configuration of a member or of a client. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> {
            if (classId == CONTROL_CALL) {
                return new ControlCall();
            }
            throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
