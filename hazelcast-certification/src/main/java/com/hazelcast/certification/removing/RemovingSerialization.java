package com.hazelcast.certification.removing;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.MemberAttributeConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.HazelcastInstance;

/** Identities of what this package sends to members: sweeps, cards to be forgotten, and what was removed. */
public final class RemovingSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4912;

    static final int SWEEP_SHARD = 1;
    static final int APPLY_REMOVAL = 2;
    static final int FORGET_CARD = 3;

    /** Of a member that can do what is sent. */
    private static final String ATTRIBUTE = "removals";

    private static final String VERSION = "1";

    private RemovingSerialization() {}

    /** Has a member say that it can do what this package sends: one of an older release cannot. */
    public static void announce(MemberAttributeConfig attributes) {
        attributes.setAttribute(ATTRIBUTE, VERSION);
    }

    /** Whether all members of the cluster can; not while some are of an older release. */
    static boolean isKnownToAll(HazelcastInstance hazelcast) {
        return hazelcast.getCluster().getMembers().stream()
                .allMatch(member -> VERSION.equals(member.getAttribute(ATTRIBUTE)));
    }

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case SWEEP_SHARD -> new SweepShard();
            case APPLY_REMOVAL -> new ApplyRemoval();
            case FORGET_CARD -> new ForgetCard();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
