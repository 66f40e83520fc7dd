package com.hazelcast.certification.scoring;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.transaction.CompactTransaction;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The latest flagged transactions of the shards that this member owns; the oldest give way. Keeps at most one a batch, and
 * in the long run {@value #PER_SECOND} a second, so that what a person has seen in a list can still be opened minutes
 * later; a burst is kept whole up to {@value #BURST}. Thread-safe; adding copies 36 bytes under a lock that is held for some
 * ten nanoseconds, and allocates nothing.
 */
public final class FlaggedRing {
    /** Transactions kept. */
    public static final int CAPACITY = 4_096;

    /** Transactions kept in a second when there are many. */
    static final int PER_SECOND = 20;

    /** Transactions kept at once after a quiet time. */
    static final int BURST = 1_024;

    /** Instead of a time. */
    private static final long FORGOTTEN = Long.MIN_VALUE;

    private final Clock clock;

    @GuardedBy("this")
    private final byte[] transactions = new byte[CAPACITY * TransactionLayout.TRANSACTION_SIZE_BYTES];

    @GuardedBy("this")
    private final long[] atMs = new long[CAPACITY];

    @GuardedBy("this")
    private final boolean[] sampled = new boolean[CAPACITY];

    @GuardedBy("this")
    private long added;

    /** What may be kept now, in thousandths of a transaction. */
    @GuardedBy("this")
    private long credit = BURST * 1_000L;

    @GuardedBy("this")
    private long creditAtMs;

    @GuardedBy("this")
    private boolean hasLeftOut;

    /**
     * A flagged transaction. Holds the full card; its text form does not.
     *
     * @param sequence its number among those of this member, from 0
     * @param atMs when it was scored, by this member's clock
     * @param verdict the code of the decision
     * @param tag of its reference
     * @param isSampled whether others, of its batch or just before it, were not kept
     */
    public record Flagged(
            long sequence,
            long atMs,
            boolean isSampled,
            long card,
            long times,
            long payment,
            int outcome,
            int verdict,
            int tag)
            implements CompactTransaction {
        @Override
        public String toString() {
            return "flagged " + sequence + " of card " + Pan.masked(card);
        }
    }

    /** An empty ring. */
    FlaggedRing(Clock clock) {
        this.clock = clock;
    }

    /** Leaves out what is kept of that card. */
    public synchronized void forget(long card) {
        for (int i = 0; i < Math.min(added, CAPACITY); i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            if (TransactionLayout.cardAt(transactions, offset) == card) {
                Arrays.fill(transactions, offset, offset + TransactionLayout.TRANSACTION_SIZE_BYTES, (byte) 0);
                atMs[i] = FORGOTTEN;
            }
        }
    }

    /** Keeps the transaction at that index of a batch just scored, with its verdict, if there is room for it. */
    synchronized void add(byte[] batch, int index, boolean isSampled) {
        long nowMs = clock.millis();
        credit = Math.min(BURST * 1_000L, credit + Math.max(0, nowMs - creditAtMs) * PER_SECOND);
        creditAtMs = nowMs;
        if (credit < 1_000) {
            hasLeftOut = true;
            return;
        }
        credit -= 1_000;
        int slot = (int) (added % CAPACITY);
        TransactionLayout.copy(batch, index, transactions, slot);
        atMs[slot] = nowMs;
        sampled[slot] = isSampled || hasLeftOut;
        hasLeftOut = false;
        added++;
    }

    /** The latest, newest first. */
    public synchronized List<Flagged> newest(int countMax) {
        List<Flagged> newest = new ArrayList<>();
        for (long sequence = added - 1; sequence >= oldest() && newest.size() < countMax; sequence--) {
            if (isKept(sequence)) {
                newest.add(at(sequence));
            }
        }
        return newest;
    }

    /** The one with that number; empty when it has been forgotten, or has not been there. */
    public synchronized Optional<Flagged> find(long sequence) {
        return sequence >= oldest() && sequence < added && isKept(sequence)
                ? Optional.of(at(sequence))
                : Optional.empty();
    }

    @GuardedBy("this")
    private long oldest() {
        return Math.max(0, added - CAPACITY);
    }

    @GuardedBy("this")
    private boolean isKept(long sequence) {
        long keptAtMs = atMs[(int) (sequence % CAPACITY)];
        return keptAtMs != FORGOTTEN && clock.millis() - keptAtMs < HistoryLimits.HORIZON_MS;
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
                OutcomeLayout.withoutFlags(TransactionLayout.timesAt(transactions, offset)),
                TransactionLayout.paymentAt(transactions, offset),
                TransactionLayout.outcomeAt(transactions, offset),
                TransactionLayout.verdictAt(transactions, offset),
                TransactionLayout.tag(TransactionLayout.referenceAt(transactions, offset)));
    }
}
