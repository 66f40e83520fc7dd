package com.hazelcast.certification.bench.rounds;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The cards of a shard, in a map of the JDK. Used by one thread at a time. */
final class CardShard implements CardHolder, IdentifiedDataSerializable {
    private final Map<Long, ListedCard> cards = new HashMap<>();

    void put(long card, ListedCard history) {
        cards.put(card, history);
    }

    @Override
    public ListedCard card(long card) {
        ListedCard found = cards.get(card);
        if (found == null) {
            throw new IllegalStateException("a card was not loaded");
        }
        return found;
    }

    @Override
    public int getFactoryId() {
        return RoundMessages.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return RoundMessages.SHARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(cards.size());
        for (Map.Entry<Long, ListedCard> card : cards.entrySet()) {
            out.writeLong(card.getKey());
            card.getValue().writeData(out);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            long card = in.readLong();
            ListedCard history = new ListedCard();
            history.readData(in);
            cards.put(card, history);
        }
    }
}
