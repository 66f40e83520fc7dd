package com.hazelcast.certification.scoring;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: batches, and their outcomes. */
public final class ScoringSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4903;

    static final int SCORE_BATCH = 1;
    static final int APPLY_OUTCOME = 2;
    static final int SCORE_GROUPS = 3;

    private ScoringSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case SCORE_BATCH -> new ScoreBatch();
            case APPLY_OUTCOME -> new ApplyOutcome();
            case SCORE_GROUPS -> new ScoreGroups();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
