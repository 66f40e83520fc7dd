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
 *  0           1      2      10         18         26        30        38                              +1              +1
 *  | version 4 | by 1 | at 8 | origin 8 | number 8 | first 4 | round 8 | scored, recycled, placed only | prompt 1, ... | references? 1 | transactions |
 * </pre>
 *
 * <p><b>by</b>: 1 where the shard's owner has decided, 0 on a copy. <b>at</b>: when, in ms since 1970, by the clock of the member that wrote
 * it. A bit set is a count of longs (4 bytes) and these. <b>scored</b> is by the index in the call, as a shard keeps it. <b>prompt</b>: which
 * were decided promptly, by {@link PromptBits}. A transaction has 36 bytes, or 28 where none has a reference.
 *
 * <p>An instance belongs to the call that it is of. The static methods may be called by any thread, {@link #replay} by the one that may
 * change the shard.
 */
public final class OutcomeRecord {
    private static final byte FORMAT_VERSION = 4;

    /** Is read, too: does not say what was decided promptly. */
    private static final byte FORMAT_WITHOUT_PROMPT = 3;

    /** Is read, too: does not say by whom and when. */
    private static final byte FORMAT_WITHOUT_TIME = 2;

    /** Is read, too: its verdicts have eight bits, where those of today have their lowest. */
    private static final byte FORMAT_VERSION_FIRST = 1;

    private static final byte BY_OWNER = 1;
    private static final byte BY_COPY = 0;

    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;

    /** Without meaning: that it is kept keeps the loads of a look-up from being optimised away. */
    @SuppressWarnings("UnusedVariable")
    private static long touched;

    private static final int HEAD_SIZE_BYTES = 2 + 4 * Long.BYTES + Integer.BYTES + 2;

    private final BatchId id;
    private final long atMs;
    private final long round;
    private final short[] answers;
    private final BitSet recycled;
    private final BitSet placedOnly;
    private final BitSet prompt;

    /** Takes what a record says was decided. */
    @FunctionalInterface
    public interface Decisions {
        /**
         * Takes the transactions of a batch that a shard holds: scored in it, or before.
         *
         * @param byOwner whether the shard's owner wrote it; else a copy
         * @param atMs when it was written, in ms since 1970
         * @param transactions with their verdicts, {@link TransactionLayout#TRANSACTION_SIZE_BYTES} each
         * @param count of them
         */
        void take(boolean byOwner, long atMs, byte[] transactions, int count) throws IOException;
    }

    /** Of a call as its owner has answered it at that time, in ms since 1970. */
    OutcomeRecord(
            BatchId id, long atMs, long round, short[] answers, BitSet recycled, BitSet placedOnly, BitSet prompt) {
        this.id = id;
        this.atMs = atMs;
        this.round = round;
        this.answers = answers;
        this.recycled = recycled;
        this.placedOnly = placedOnly;
        this.prompt = prompt;
    }

    /** The record of these transactions, without those that left nothing. */
    byte[] encode(byte[] transactions) {
        byte[] carried = new byte[answers.length * SIZE_BYTES];
        BitSet carriedRecycled = new BitSet(0);
        BitSet carriedPlacedOnly = new BitSet(0);
        BitSet carriedPrompt = new BitSet(0);
        int count = 0;
        for (int i = 0; i < answers.length; i++) {
            if (Answer.isRejected(answers[i]) && !placedOnly.get(i)) {
                continue;
            }
            System.arraycopy(transactions, i * SIZE_BYTES, carried, count * SIZE_BYTES, SIZE_BYTES);
            carriedRecycled.set(count, recycled.get(i));
            carriedPlacedOnly.set(count, placedOnly.get(i));
            carriedPrompt.set(count, prompt.get(i));
            count++;
        }
        return encode(
                BY_OWNER,
                atMs,
                id,
                round,
                Answer.scoredOf(answers),
                carriedRecycled,
                carriedPlacedOnly,
                carriedPrompt,
                carried,
                count);
    }

    /** The record of so many transactions, all of which left something, as a copy takes them at that time. */
    static byte[] encodeCopy(
            long atMs,
            BatchId id,
            long round,
            BitSet scored,
            BitSet recycled,
            BitSet placedOnly,
            BitSet prompt,
            byte[] transactions,
            int count) {
        return encode(BY_COPY, atMs, id, round, scored, recycled, placedOnly, prompt, transactions, count);
    }

    private static byte[] encode(
            byte by,
            long atMs,
            BatchId id,
            long round,
            BitSet scored,
            BitSet recycled,
            BitSet placedOnly,
            BitSet prompt,
            byte[] transactions,
            int count) {
        boolean hasReferences = TransactionLayout.hasReferences(transactions, count);
        int size = hasReferences ? SIZE_BYTES : TransactionLayout.UNREFERENCED_SIZE_BYTES;
        long[][] sets = {scored.toLongArray(), recycled.toLongArray(), placedOnly.toLongArray()};
        byte promptKind = PromptBits.kind(prompt, count);
        long[] promptSet = prompt.toLongArray();
        int promptBytes = promptKind == PromptBits.SOME ? sizeBytes(promptSet) : 0;
        int setBytes = Arrays.stream(sets).mapToInt(OutcomeRecord::sizeBytes).sum();
        ByteBuffer out = ByteBuffer.allocate(HEAD_SIZE_BYTES + setBytes + promptBytes + count * size);
        out.put(FORMAT_VERSION)
                .put(by)
                .putLong(atMs)
                .putLong(id.origin())
                .putLong(id.number())
                .putInt(id.first())
                .putLong(round);
        for (long[] set : sets) {
            put(set, out);
        }
        out.put(promptKind);
        if (promptKind == PromptBits.SOME) {
            put(promptSet, out);
        }
        out.put((byte) (hasReferences ? 1 : 0));
        for (int i = 0; i < count; i++) {
            out.put(transactions, i * SIZE_BYTES, size);
        }
        return out.array();
    }

    private static int sizeBytes(long[] set) {
        return Integer.BYTES + set.length * Long.BYTES;
    }

    private static void put(long[] set, ByteBuffer out) {
        out.putInt(set.length);
        for (long word : set) {
            out.putLong(word);
        }
    }

    /**
     * Applies a record to a shard. What the shard has already stays as it is, so a record may be applied twice.
     *
     * @throws IOException when the record cannot be read; the shard is as it was then
     */
    public static void replay(HistoryShard shard, ByteBuffer in) throws IOException {
        try {
            byte version = version(in);
            if (version > FORMAT_WITHOUT_TIME) {
                boolean unusedByOwner = isByOwner(in);
                long unusedAtMs = in.getLong();
            }
            BatchId id = new BatchId(in.getLong(), in.getLong(), in.getInt());
            long round = in.getLong();
            BitSet scored = bits(in);
            BitSet recycled = bits(in);
            BitSet placedOnly = bits(in);
            byte promptKind = promptKind(version, in);
            BitSet promptSet = promptKind == PromptBits.SOME ? bits(in) : new BitSet(0);
            int size = transactionSizeBytes(in);
            int carried = in.remaining() / size;
            // Not before: a record that is damaged leaves nothing.
            shard.epoch().learn(round);
            BitSet prompt = promptKind == PromptBits.ALL ? PromptBits.all(carried) : promptSet;
            byte[] group = new byte[Math.min(HistoryShard.LOCATE_MAX, carried) * SIZE_BYTES];
            for (int first = 0; in.hasRemaining(); first += HistoryShard.LOCATE_MAX) {
                int count = 0;
                while (in.hasRemaining() && count < HistoryShard.LOCATE_MAX) {
                    in.get(group, count++ * SIZE_BYTES, size);
                }
                apply(shard, group, count, first, recycled, placedOnly, prompt);
            }
            shard.batches().record(id.origin(), id.number(), id.first(), scored);
        } catch (BufferUnderflowException e) {
            throw new IOException("an outcome ends too early", e);
        }
    }

    private static byte promptKind(byte version, ByteBuffer in) throws IOException {
        return version > FORMAT_WITHOUT_PROMPT
                ? within("how its prompt decisions are written", in.get(), PromptBits.NONE, PromptBits.SOME)
                : PromptBits.NONE;
    }

    private static boolean isByOwner(ByteBuffer in) throws IOException {
        return within("by whom it is", in.get(), BY_COPY, BY_OWNER) == BY_OWNER;
    }

    /** Of each of the transactions that follow, to the end. */
    private static int transactionSizeBytes(ByteBuffer in) throws IOException {
        boolean hasReferences = within("whether it has references", in.get(), (byte) 0, (byte) 1) == 1;
        int size = hasReferences ? SIZE_BYTES : TransactionLayout.UNREFERENCED_SIZE_BYTES;
        if (in.remaining() % size != 0) {
            throw new IOException(
                    "an outcome ends within a transaction: bytes=" + in.remaining() + " bytesOfATransaction=" + size);
        }
        return size;
    }

    private static byte within(String what, byte value, byte least, byte most) throws IOException {
        if (value < least || value > most) {
            throw new IOException(
                    "an outcome is damaged: " + what + " is " + least + " to " + most + ": value=" + value);
        }
        return value;
    }

    private static byte version(ByteBuffer in) throws IOException {
        byte version = in.get();
        if (version < FORMAT_VERSION_FIRST || version > FORMAT_VERSION) {
            throw new IOException("an outcome is of version " + version + ", and this release reads versions "
                    + FORMAT_VERSION_FIRST + " to " + FORMAT_VERSION);
        }
        return version;
    }

    /**
     * Reads what a record says was decided: nothing where it is of a release that did not write by whom and when.
     *
     * @throws IOException when the record cannot be read
     */
    public static void decisions(ByteBuffer in, Decisions taker) throws IOException {
        try {
            byte version = version(in);
            if (version <= FORMAT_WITHOUT_TIME) {
                return;
            }
            boolean byOwner = isByOwner(in);
            long atMs = in.getLong();
            BatchId unusedId = new BatchId(in.getLong(), in.getLong(), in.getInt());
            long unusedRound = in.getLong();
            BitSet unusedScored = bits(in);
            BitSet unusedRecycled = bits(in);
            BitSet placedOnly = bits(in);
            if (promptKind(version, in) == PromptBits.SOME) {
                BitSet unusedPrompt = bits(in);
            }
            int size = transactionSizeBytes(in);
            int carried = in.remaining() / size;
            byte[] transactions = new byte[carried * SIZE_BYTES];
            int count = 0;
            for (int i = 0; i < carried; i++) {
                in.get(transactions, count * SIZE_BYTES, size);
                count += placedOnly.get(i) ? 0 : 1;
            }
            if (count > 0) {
                taker.take(byOwner, atMs, transactions, count);
            }
        } catch (BufferUnderflowException e) {
            throw new IOException("an outcome ends too early", e);
        }
    }

    private static BitSet bits(ByteBuffer in) throws IOException {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / Long.BYTES) {
            throw new IOException("an outcome has a bit set that does not fit into it: words=" + count + " bytesLeft="
                    + in.remaining());
        }
        long[] words = new long[count];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.getLong();
        }
        return BitSet.valueOf(words);
    }

    /** Applies a group, whose cards are looked up together so that their cache misses overlap. */
    private static void apply(
            HistoryShard shard, byte[] group, int count, int first, BitSet recycled, BitSet placedOnly, BitSet prompt) {
        touched += shard.locate(group, 0, count);
        for (int i = 0; i < count; i++) {
            long card = TransactionLayout.cardAt(group, i * SIZE_BYTES);
            apply(
                    shard,
                    shard.openAny(i, card),
                    card,
                    group,
                    i * SIZE_BYTES,
                    recycled.get(first + i),
                    placedOnly.get(first + i),
                    prompt.get(first + i));
        }
    }

    private static void apply(
            HistoryShard shard,
            CardHistory history,
            long card,
            byte[] transactions,
            int offset,
            boolean isRecycled,
            boolean isPlacedOnly,
            boolean isPrompt) {
        long times = OutcomeLayout.withoutFlags(TransactionLayout.timesAt(transactions, offset));
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        int verdict = TransactionLayout.verdictAt(transactions, offset);
        long reference = TransactionLayout.referenceAt(transactions, offset);
        int tag = TransactionLayout.tag(reference);
        int placement = history.place(times, payment, outcome, tag);
        if (isPlacedOnly) {
            return;
        }
        if (placement == Placement.FRESH) {
            history.recordAs(isRecycled, times, payment, outcome, verdict, tag, HistoryFlags.of(payment), isPrompt);
        }
        // Also of what the snapshot has: its references are older than its cards.
        shard.references().record(card, reference, times, payment, outcome);
    }
}
