package com.hazelcast.certification.scoring;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The latest flagged transactions of the shards that this member owns, at most one a batch; the oldest give way. Thread-safe;
 * adding copies 28 bytes under a lock that is held for some ten nanoseconds, and allocates nothing.
 */
public final class FlaggedRing {
    /** Transactions kept. */
    public static final int CAPACITY = 256;

    @GuardedBy("this")
    private final byte[] transactions = new byte[CAPACITY * TransactionLayout.TRANSACTION_SIZE_BYTES];

    @GuardedBy("this")
    private final long[] atMs = new long[CAPACITY];

    @GuardedBy("this")
    private final boolean[] sampled = new boolean[CAPACITY];

    @GuardedBy("this")
    private long added;

    /**
     * A flagged transaction. Holds the full card; its text form does not.
     *
     * @param sequence its number among those of this member, from 0
     * @param atMs when it was scored, by this member's clock
     * @param isSampled whether its batch flagged others, which were not kept
     */
    public record Flagged(
            long sequence, long atMs, boolean isSampled, long card, long times, long payment, int outcome) {
        @Override
        public String toString() {
            return "flagged " + sequence + " of card " + Pan.masked(card);
        }
    }

    /** Keeps the transaction at that index of a batch just scored, its verdict in its outcome. */
    synchronized void add(byte[] batch, int index, boolean isSampled) {
        int slot = (int) (added % CAPACITY);
        TransactionLayout.copy(batch, index, transactions, slot);
        atMs[slot] = System.currentTimeMillis();
        sampled[slot] = isSampled;
        added++;
    }

    /** The latest, newest first. */
    public synchronized List<Flagged> newest(int countMax) {
        List<Flagged> newest = new ArrayList<>();
        for (long sequence = added - 1; sequence >= oldest() && newest.size() < countMax; sequence--) {
            newest.add(at(sequence));
        }
        return newest;
    }

    /** The one with that number; empty when it has been forgotten, or has not been there. */
    public synchronized Optional<Flagged> find(long sequence) {
        return sequence >= oldest() && sequence < added ? Optional.of(at(sequence)) : Optional.empty();
    }

    @GuardedBy("this")
    private long oldest() {
        return Math.max(0, added - CAPACITY);
    }

    @GuardedBy("this")
    private Flagged at(long sequence) {
        int slot = (int) (sequence % CAPACITY);
        int offset = slot * TransactionLayout.TRANSACTION_SIZE_BYTES;
        return new Flagged(
                sequence,
                atMs[slot],
                sampled[slot],
                TransactionLayout.cardAt(transactions, offset),
                OutcomeLayout.withoutRecycled(TransactionLayout.timesAt(transactions, offset)),
                TransactionLayout.paymentAt(transactions, offset),
                TransactionLayout.outcomeAt(transactions, offset));
    }
}
