package com.hazelcast.certification.labels;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Which transactions of a shard got which labels, as its backups and the log have it. A transaction is there as it was read from its history,
 * with its new label ({@link TransactionLayout#kept}).
 *
 * <pre>
 *  0           1         9                         + 36
 *  | version 1 | round 8 | transaction with label | ...
 * </pre>
 *
 * Records of a shard are applied in their order: the last label of a transaction stays. Not thread-safe.
 */
public final class LabelRecord {
    private static final byte FORMAT_VERSION = 1;
    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;
    private static final int HEAD_SIZE_BYTES = 1 + Long.BYTES;

    private final byte[] labelled;
    private int count;

    /** A record for so many transactions at most. */
    LabelRecord(int countMax) {
        labelled = new byte[countMax * SIZE_BYTES];
    }

    /** Adds the entry that the walk of a history is on, with the label that it has now. */
    void add(long card, CardHistory history) {
        TransactionLayout.put(
                labelled,
                count++ * SIZE_BYTES,
                card,
                history.times(),
                history.payment(),
                history.outcome(),
                TransactionLayout.kept(history.tag(), history.label()));
    }

    /** Whether nothing was labelled. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** The bytes, with the last confirmed round of the shard. */
    public byte[] encode(long round) {
        return ByteBuffer.allocate(HEAD_SIZE_BYTES + count * SIZE_BYTES)
                .put(FORMAT_VERSION)
                .putLong(round)
                .put(labelled, 0, count * SIZE_BYTES)
                .array();
    }

    /**
     * Applies a record to a shard, which may have these labels already.
     *
     * @return how many of the transactions the shard does not hold
     * @throws IOException when the record cannot be read
     */
    public static int apply(HistoryShard shard, ByteBuffer in) throws IOException {
        try {
            byte version = in.get();
            if (version != FORMAT_VERSION) {
                throw new IOException("labels are of version " + version + ", and this release reads version "
                        + FORMAT_VERSION + "; start the release that wrote them");
            }
            shard.epoch().learn(in.getLong());
            byte[] one = new byte[SIZE_BYTES];
            int missing = 0;
            while (in.hasRemaining()) {
                in.get(one);
                missing += apply(shard, one) ? 0 : 1;
            }
            return missing;
        } catch (BufferUnderflowException e) {
            throw new IOException("labels end too early", e);
        }
    }

    private static boolean apply(HistoryShard shard, byte[] one) {
        long card = TransactionLayout.cardAt(one, 0);
        if (!shard.holds(card)) {
            return false;
        }
        long times = TransactionLayout.timesAt(one, 0);
        long payment = TransactionLayout.paymentAt(one, 0);
        int outcome = TransactionLayout.outcomeAt(one, 0);
        int tag = TransactionLayout.keptTagAt(one, 0);
        CardHistory history = shard.open(card);
        history.rewind();
        while (history.next()) {
            if (history.tag() == tag
                    && TransactionLayout.isSameTransaction(
                            times, payment, outcome, history.times(), history.payment(), history.outcome())) {
                history.setLabel(TransactionLayout.labelAt(one, 0));
                return true;
            }
        }
        return false;
    }
}
