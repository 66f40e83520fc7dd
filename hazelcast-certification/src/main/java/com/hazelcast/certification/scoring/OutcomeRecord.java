package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What a batch left on a shard, as the log has it: what its backups apply. Bit sets are by the index among the transactions that are there.
 *
 * <pre>
 *  0           1          9          17        21       29                          +1
 *  | version 2 | origin 8 | number 8 | first 4 | round 8 | scored, recycled, placed only | references? 1 | transactions |
 * </pre>
 *
 * <p>A bit set is a count of longs (4 bytes) and these. <b>scored</b> is by the index in the call, as a shard keeps it. A transaction has 36
 * bytes, or 28 where none has a reference.
 */
public final class OutcomeRecord {
    private static final byte FORMAT_VERSION = 2;

    /** Is read, too: its verdicts have eight bits, where those of today have their lowest. */
    private static final byte FORMAT_VERSION_BEFORE = 1;

    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;
    private static final int HEAD_SIZE_BYTES = 1 + 3 * Long.BYTES + Integer.BYTES + 1;

    private final BatchId id;
    private final long round;
    private final short[] answers;
    private final BitSet recycled;
    private final BitSet placedOnly;

    /** Of a call as its owner has answered it. */
    OutcomeRecord(BatchId id, long round, short[] answers, BitSet recycled, BitSet placedOnly) {
        this.id = id;
        this.round = round;
        this.answers = answers;
        this.recycled = recycled;
        this.placedOnly = placedOnly;
    }

    /** The record of these transactions, without those that left nothing. */
    byte[] encode(byte[] transactions) {
        byte[] carried = new byte[answers.length * SIZE_BYTES];
        BitSet carriedRecycled = new BitSet(0);
        BitSet carriedPlacedOnly = new BitSet(0);
        int count = 0;
        for (int i = 0; i < answers.length; i++) {
            if (Answer.isRejected(answers[i]) && !placedOnly.get(i)) {
                continue;
            }
            System.arraycopy(transactions, i * SIZE_BYTES, carried, count * SIZE_BYTES, SIZE_BYTES);
            carriedRecycled.set(count, recycled.get(i));
            carriedPlacedOnly.set(count, placedOnly.get(i));
            count++;
        }
        return encode(id, round, Answer.scoredOf(answers), carriedRecycled, carriedPlacedOnly, carried, count);
    }

    /** The record of so many transactions, all of which left something. */
    static byte[] encode(
            BatchId id, long round, BitSet scored, BitSet recycled, BitSet placedOnly, byte[] transactions, int count) {
        boolean hasReferences = TransactionLayout.hasReferences(transactions, count);
        int size = hasReferences ? SIZE_BYTES : TransactionLayout.UNREFERENCED_SIZE_BYTES;
        long[][] sets = {scored.toLongArray(), recycled.toLongArray(), placedOnly.toLongArray()};
        int setBytes = Arrays.stream(sets)
                .mapToInt(set -> Integer.BYTES + set.length * Long.BYTES)
                .sum();
        ByteBuffer out = ByteBuffer.allocate(HEAD_SIZE_BYTES + setBytes + count * size);
        out.put(FORMAT_VERSION)
                .putLong(id.origin())
                .putLong(id.number())
                .putInt(id.first())
                .putLong(round);
        for (long[] set : sets) {
            out.putInt(set.length);
            for (long word : set) {
                out.putLong(word);
            }
        }
        out.put((byte) (hasReferences ? 1 : 0));
        for (int i = 0; i < count; i++) {
            out.put(transactions, i * SIZE_BYTES, size);
        }
        return out.array();
    }

    /**
     * Applies a record to a shard. What the shard has already stays as it is, so a record may be applied twice.
     *
     * @throws IOException when the record cannot be read
     */
    public static void replay(HistoryShard shard, ByteBuffer in) throws IOException {
        try {
            byte version = in.get();
            if (version != FORMAT_VERSION && version != FORMAT_VERSION_BEFORE) {
                throw new IOException("an outcome is of version " + version + ", and this release reads versions "
                        + FORMAT_VERSION_BEFORE + " and " + FORMAT_VERSION);
            }
            BatchId id = new BatchId(in.getLong(), in.getLong(), in.getInt());
            shard.epoch().learn(in.getLong());
            BitSet scored = bits(in);
            BitSet recycled = bits(in);
            BitSet placedOnly = bits(in);
            int size = in.get() == 1 ? SIZE_BYTES : TransactionLayout.UNREFERENCED_SIZE_BYTES;
            byte[] transaction = new byte[SIZE_BYTES];
            for (int i = 0; in.hasRemaining(); i++) {
                in.get(transaction, 0, size);
                apply(shard, transaction, recycled.get(i), placedOnly.get(i));
            }
            shard.recordBatch(id.origin(), id.number(), id.first(), scored);
        } catch (BufferUnderflowException e) {
            throw new IOException("an outcome ends too early", e);
        }
    }

    private static BitSet bits(ByteBuffer in) {
        long[] words = new long[in.getInt()];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.getLong();
        }
        return BitSet.valueOf(words);
    }

    private static void apply(HistoryShard shard, byte[] transaction, boolean isRecycled, boolean isPlacedOnly) {
        long card = TransactionLayout.cardAt(transaction, 0);
        long times = OutcomeLayout.withoutFlags(TransactionLayout.timesAt(transaction, 0));
        long payment = TransactionLayout.paymentAt(transaction, 0);
        int outcome = TransactionLayout.outcomeAt(transaction, 0);
        int verdict = TransactionLayout.verdictAt(transaction, 0);
        long reference = TransactionLayout.referenceAt(transaction, 0);
        int tag = TransactionLayout.tag(reference);
        CardHistory history = shard.open(card);
        int placement = history.place(times, payment, outcome, tag);
        if (isPlacedOnly) {
            return;
        }
        if (placement == Placement.FRESH) {
            history.recordAs(isRecycled, times, payment, outcome, verdict, tag, HistoryFlags.of(payment));
        }
        // Also of what the snapshot has: its references are older than its cards.
        shard.recordReference(card, reference, times, payment, outcome);
    }
}
