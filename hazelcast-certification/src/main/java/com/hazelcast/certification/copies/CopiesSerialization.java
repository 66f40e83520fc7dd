package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: questions about copies, and what owners and members are sent about them. */
public final class CopiesSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4906;

    static final int PROBE_COPIES = 1;
    static final int PROBE_BACKUP = 2;
    static final int TAKE_PROBE = 3;
    static final int CONFIRM_COPIES = 4;
    static final int LOOK_AT_MEMBERS = 5;
    static final int LOOK_AT_SIDE = 6;
    static final int MEMBER_LEAVES = 7;
    static final int SIDE_REPORT = 8;
    static final int SYNC_LOG = 9;

    private CopiesSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case PROBE_COPIES -> new ProbeCopies();
            case PROBE_BACKUP -> new ProbeBackup();
            case TAKE_PROBE -> new TakeProbe();
            case CONFIRM_COPIES -> new ConfirmCopies();
            case LOOK_AT_MEMBERS -> new LookAtMembers();
            case LOOK_AT_SIDE -> new LookAtSide();
            case MEMBER_LEAVES -> new MemberLeaves();
            case SIDE_REPORT -> new SideReport();
            case SYNC_LOG -> new SyncLog();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
