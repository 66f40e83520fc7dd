package com.hazelcast.certification.bench.rounds;

import com.hazelcast.config.SerializationConfig;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Identities of what the members of this package send to each other. */
final class RoundMessages {
    static final int FACTORY_ID = 4950;
    static final int CARD = 1;
    static final int SHARD = 2;
    static final int SCORE = 3;

    private RoundMessages() {}

    static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, RoundMessages::create);
    }

    private static IdentifiedDataSerializable create(int id) {
        return switch (id) {
            case CARD -> new ListedCard();
            case SHARD -> new CardShard();
            case SCORE -> new ScoreCards();
            default -> throw new IllegalArgumentException("unknown message of the bench: id=" + id);
        };
    }
}
