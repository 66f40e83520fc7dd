package com.hazelcast.certification.member;

import com.hazelcast.config.SerializationConfig;

/** Identity of the control calls on the wire. */
final class ControlSerialization {
    static final int FACTORY_ID = 4902;
    static final int CONTROL_CALL = 1;

    private ControlSerialization() {}

    static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> {
            if (classId != CONTROL_CALL) {
                throw new IllegalArgumentException(
                        "no such class in this version of the product; run one version in a cluster: classId="
                                + classId);
            }
            return new ControlCall();
        });
    }
}
