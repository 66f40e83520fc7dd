package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: cards to be opened, and to be read. */
public final class CardsSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4908;

    static final int OPEN_CARDS = 1;
    static final int READ_CARDS = 2;

    private CardsSerialization() {}

    /** Adds the factory to a member's configuration. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> switch (classId) {
            case OPEN_CARDS -> new OpenCards();
            case READ_CARDS -> new ReadCards();
            default -> throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
