package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Asks the owner of a shard which of some cards of another copy it holds otherwise than that copy does, up to the copy's newest entry of the card.
 * A union with the copy changes nothing of the others ({@link com.hazelcast.certification.shard.HistoryMerge}), whatever the owner has got since.
 * Answers a bit a card; or nothing, where the shard is not in place or not ahead of the copy: then a union may change anything. Changes nothing.
 */
public final class CompareCards extends ShardProcessor<byte[]> {
    private static final long serialVersionUID = 1;

    /** Of the copy. */
    private long round;

    private long promise;
    private long held;

    /** The cards, and for each the time of its newest entry there and its {@link CardDigest}. */
    private long[] cards = {};

    private long[] newestMs = {};
    private long[] digests = {};

    CompareCards() {}

    /** Of the cards of a copy that have entries and whose positions lie from one to another, exclusive. */
    CompareCards(HistoryShard copy, long from, long to) {
        round = copy.epoch().round();
        promise = copy.epoch().promised();
        held = copy.heldCount();
        LongStream.Builder cardsThere = LongStream.builder();
        LongStream.Builder newestThereMs = LongStream.builder();
        LongStream.Builder digestsThere = LongStream.builder();
        copy.forEachHistory(from, to, card -> true, (card, history) -> {
            history.rewind();
            boolean unused = history.next();
            long cardNewestMs = history.timeMs();
            cardsThere.accept(card);
            newestThereMs.accept(cardNewestMs);
            digestsThere.accept(CardDigest.of(card, history, cardNewestMs));
        });
        cards = cardsThere.build().toArray();
        newestMs = newestThereMs.build().toArray();
        digests = digestsThere.build().toArray();
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null || !shard.isInstalled() || !isAhead(shard)) {
            return new byte[0];
        }
        BitSet differing = new BitSet(cards.length);
        for (int i = 0; i < cards.length; i++) {
            differing.set(i, !isHeldAlike(shard, i));
        }
        // At least one byte, also where there is no card.
        return Arrays.copyOf(differing.toByteArray(), cards.length / Byte.SIZE + 1);
    }

    /** Whether a union keeps the owner's verdicts and rounds: so does one with a part of the copy, which holds no more. */
    private boolean isAhead(HistoryShard shard) {
        long ownRound = shard.epoch().round();
        return shard.epoch().promised() >= promise
                && (ownRound > round || ownRound == round && shard.heldCount() > held);
    }

    private boolean isHeldAlike(HistoryShard shard, int index) {
        long card = cards[index];
        // To open an unknown card would add it.
        return shard.entryCount(card) > 0 && CardDigest.of(card, shard.open(card), newestMs[index]) == digests[index];
    }

    /** Whether the owner's answer says which cards it holds otherwise. */
    static boolean isCompared(byte[] answer) {
        return answer.length > 0;
    }

    /** The cards that the owner holds otherwise, by its answer. */
    long[] differing(byte[] answer) {
        return BitSet.valueOf(answer).stream().mapToLong(i -> cards[i]).toArray();
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.COMPARE_CARDS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(round);
        out.writeLong(promise);
        out.writeLong(held);
        out.writeLongArray(cards);
        out.writeLongArray(newestMs);
        out.writeLongArray(digests);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        round = in.readLong();
        promise = in.readLong();
        held = in.readLong();
        cards = longs(in);
        newestMs = longs(in);
        digests = longs(in);
    }

    private static long[] longs(ObjectDataInput in) throws IOException {
        long[] read = in.readLongArray();
        return read == null ? new long[0] : read;
    }
}
