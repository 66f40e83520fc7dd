package com.hazelcast.certification.loading;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/**
 * Identities of what this package sends to members: how a shard that is loaded, was on disk, or was held on the other side of a split,
 * comes to its owner and its backups.
 */
public final class LoadingSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4905;

    static final int LOAD_SHARD = 1;
    static final int INSTALL_SHARD = 2;
    static final int DELIVER_SHARD = 3;
    static final int TOUCH_SHARD = 4;
    static final int SAME_SHARD = 5;
    static final int ADD_CARDS = 6;

    private LoadingSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case LOAD_SHARD -> new LoadShard();
            case INSTALL_SHARD -> new InstallShard<Object>();
            case DELIVER_SHARD -> new DeliverShard();
            case TOUCH_SHARD -> new TouchShard();
            case SAME_SHARD -> new SameShard();
            case ADD_CARDS -> new DeliverShard.AddCards();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
