package com.hazelcast.certification.audit;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: questions about what shards hold. */
public final class AuditSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4904;

    static final int COUNT_SHARD = 1;
    static final int SURVEY_SHARD = 2;
    static final int READ_CARD = 3;
    static final int ASK_COPIES = 4;
    static final int ASK_BACKUP = 5;
    static final int ASK_LATER_ROUND = 6;
    static final int COMPARE_CARDS = 7;

    private AuditSerialization() {}

    /** Adds the factory to the configuration of a member, or of a client that asks. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case COUNT_SHARD -> new CountShard();
            case SURVEY_SHARD -> new SurveyShard();
            case READ_CARD -> new ReadCard();
            case ASK_COPIES -> new AskCopies();
            case ASK_BACKUP -> new AskBackup();
            case ASK_LATER_ROUND -> new AskLaterRound();
            case COMPARE_CARDS -> new CompareCards();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
