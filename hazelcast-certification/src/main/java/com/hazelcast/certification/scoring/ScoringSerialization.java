package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;

/** Identities of everything of this package that crosses the wire. Each begins with a version byte of its own. */
public final class ScoringSerialization implements DataSerializableFactory {
    static final int FACTORY_ID = 4901;
    static final int SCORE_BATCH = 1;
    static final int APPLY_OUTCOME = 2;
    static final int LOAD_SHARD = 3;
    static final int INSTALL_SHARD = 4;
    static final int DIGEST_SHARD = 5;
    static final int DIGEST_BACKUP = 6;
    static final int SURVEY_SHARD = 7;
    static final int PROBE_COPIES = 8;
    static final int PROBE_BACKUP = 9;
    static final int CONFIRM_COPIES = 10;
    static final int HISTORY_MERGE = 11;
    static final int READ_SHARD = 12;
    static final int READ_BACKUP = 13;
    static final int COUNT_SHARD = 14;
    static final int READ_CARD = 15;
    static final int LOOK_AT_MEMBERS = 16;
    static final int ASK_DELIVERED = 17;

    /** Type of {@link HistoryShardSerializer}; positive, as Hazelcast asks of custom serializers. */
    static final int HISTORY_SHARD_TYPE = 4901;

    private ScoringSerialization() {}

    /** Adds factory and serializer to a member's configuration; shards that arrive take the given memory. */
    public static void register(SerializationConfig config, HistoryMemory memory) {
        registerFactory(config);
        config.addSerializerConfig(new SerializerConfig()
                .setImplementation(new HistoryShardSerializer(memory))
                .setTypeClass(HistoryShard.class));
    }

    /** Adds the factory alone: enough for a client, which never holds a shard. */
    public static void registerFactory(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, new ScoringSerialization());
    }

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case SCORE_BATCH -> new ScoreBatch();
            case APPLY_OUTCOME -> new ApplyOutcome();
            case LOAD_SHARD -> new LoadShard();
            case INSTALL_SHARD -> new InstallShard();
            case DIGEST_SHARD -> new DigestShard();
            case DIGEST_BACKUP -> new DigestBackup();
            case SURVEY_SHARD -> new SurveyShard();
            case PROBE_COPIES -> new ProbeCopies();
            case PROBE_BACKUP -> new ProbeBackup();
            case CONFIRM_COPIES -> new ConfirmCopies();
            case HISTORY_MERGE -> new HistoryMerge();
            case READ_SHARD -> new ReadShard();
            case READ_BACKUP -> new ReadBackup();
            case COUNT_SHARD -> new CountShard();
            case READ_CARD -> new ReadCard();
            case LOOK_AT_MEMBERS -> new LookAtMembers();
            case ASK_DELIVERED -> new AskDelivered();
            default ->
                throw new IllegalArgumentException(
                        "no such class in this version of the product; run one version in a cluster: classId="
                                + classId);
        };
    }

    static void requireVersion(byte found, byte wanted, String what) throws IOException {
        if (found != wanted) {
            throw new IOException("this member reads " + what + " of version " + wanted
                    + "; run one version of the product in a cluster: version=" + found);
        }
    }
}
