package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies the histories of some cards of a shard on its owner. Changes nothing. Answers as {@link ResidentHistories} reads it; null when the
 * shard is not there.
 */
final class CopyHistories extends ShardProcessor<long[]> {
    /** Newest entries of a card that are copied. */
    static final int ENTRIES_MAX = 60;

    private static final long serialVersionUID = 1;

    private long from;
    private int cards;

    CopyHistories() {}

    /** Of about so many cards, from that position on. */
    CopyHistories(long from, int cards) {
        this.from = from;
        this.cards = cards;
    }

    @Override
    public long @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled()) {
            return null;
        }
        long end = CardHash.endOfPart(from, cards, shard.cardCount());
        Copy copy = new Copy(end);
        shard.forEachHistory(from, end, card -> true, (card, history) -> {
            copy.add(card);
            int countAt = copy.size;
            copy.add(0);
            int count = 0;
            history.rewind();
            while (count < ENTRIES_MAX && history.next()) {
                copy.add(history.times());
                copy.add(history.payment());
                copy.add(history.outcome());
                count++;
            }
            copy.words[countAt] = count;
        });
        return copy.taken();
    }

    /** Words that grow. */
    private static final class Copy {
        private long[] words = new long[1_024];
        private int size;

        Copy(long first) {
            add(first);
        }

        void add(long word) {
            if (size == words.length) {
                words = Arrays.copyOf(words, 2 * size);
            }
            words[size++] = word;
        }

        long[] taken() {
            return Arrays.copyOf(words, size);
        }
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, long[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return RuleBookSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return RuleBookSerialization.COPY_HISTORIES;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(from);
        out.writeInt(cards);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        from = in.readLong();
        cards = in.readInt();
    }
}
