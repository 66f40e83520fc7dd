package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.audit.ReadCard;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the histories of several cards of one shard in one call. Answers for each card, in their order, its size in bytes and what {@link
 * ReadCard} answers; null when the shard is not there. Changes nothing.
 */
final class ReadCards extends ShardProcessor<byte[]> {
    private static final long serialVersionUID = 1;

    private long[] cards = {};

    ReadCards() {}

    /** Of these cards, which must belong to the shard that is asked. */
    ReadCards(long[] cards) {
        this.cards = cards;
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return null;
        }
        byte[][] histories = new byte[cards.length][];
        int size = 0;
        for (int i = 0; i < cards.length; i++) {
            histories[i] = ReadCard.read(shard, cards[i]);
            size += Integer.BYTES + histories[i].length;
        }
        ByteBuffer answer = ByteBuffer.allocate(size);
        for (byte[] history : histories) {
            answer.putInt(history.length).put(history);
        }
        return answer.array();
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return CardsSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CardsSerialization.READ_CARDS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLongArray(cards);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        long[] read = in.readLongArray();
        cards = read == null ? new long[0] : read;
    }
}
