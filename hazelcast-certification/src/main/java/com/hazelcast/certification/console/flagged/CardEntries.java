package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.scoring.FlaggedRing;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A copy of one card's history, or a part of it, newest first, as the rules walk it. Single-threaded.
 *
 * @see com.hazelcast.certification.audit.ReadCard
 */
final class CardEntries implements HistoryCursor {
    private static final int ABSENT = -1;

    private final byte[] transactions;

    /** The entries shown, by their place in the copy. */
    private final int[] shown;

    private int walk;

    private CardEntries(byte[] transactions, int[] shown) {
        this.transactions = transactions;
        this.shown = shown;
        rewind();
    }

    /** All entries. */
    static CardEntries of(byte[] transactions) {
        int count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        return new CardEntries(transactions, IntStream.range(0, count).toArray());
    }

    /** The others that were there when this transaction came, if it was newer than all: those behind it, inside its 90 days. */
    CardEntries earlierThan(FlaggedRing.Flagged flagged) {
        int self = find(flagged);
        return inHorizon(
                flagged.times(),
                index -> self == ABSENT ? TransactionLayout.timeMs(timesAt(index)) <= flagged.timeMs() : index > self);
    }

    /** All others, newer ones too, as a late transaction sees them. */
    CardEntries without(FlaggedRing.Flagged flagged) {
        int self = find(flagged);
        return inHorizon(flagged.times(), index -> index != self);
    }

    /** All others, as a transaction sees them that comes now, whatever its reference. */
    CardEntries seenBy(long times, long payment, int outcome) {
        int self = Arrays.stream(shown)
                .filter(index -> TransactionLayout.isSameTransaction(
                        times, payment, outcome, timesAt(index), paymentAt(index), outcomeAt(index)))
                .findFirst()
                .orElse(ABSENT);
        return inHorizon(times, index -> index != self);
    }

    private CardEntries inHorizon(long times, IntPredicate filter) {
        long horizonMs = TransactionLayout.timeMs(times) - HistoryLimits.HORIZON_MS;
        return new CardEntries(
                transactions,
                Arrays.stream(shown)
                        .filter(filter)
                        .filter(index -> TransactionLayout.timeMs(timesAt(index)) > horizonMs)
                        .toArray());
    }

    private int find(FlaggedRing.Flagged flagged) {
        return Arrays.stream(shown)
                .filter(index -> flagged.tag() == TransactionLayout.keptTagAt(transactions, offset(index)))
                .filter(index -> TransactionLayout.isSameTransaction(
                        flagged.times(),
                        flagged.payment(),
                        flagged.outcome(),
                        timesAt(index),
                        paymentAt(index),
                        outcomeAt(index)))
                .findFirst()
                .orElse(ABSENT);
    }

    private static int offset(int index) {
        return index * TransactionLayout.TRANSACTION_SIZE_BYTES;
    }

    private long timesAt(int index) {
        return TransactionLayout.timesAt(transactions, offset(index));
    }

    private long paymentAt(int index) {
        return TransactionLayout.paymentAt(transactions, offset(index));
    }

    private int outcomeAt(int index) {
        return TransactionLayout.outcomeAt(transactions, offset(index));
    }

    @Override
    public int verdict() {
        return TransactionLayout.verdictAt(transactions, offset(shown[walk]));
    }

    /** Whether the entry was decided promptly; false also where that is not known. */
    boolean isPrompt() {
        return TransactionLayout.isPromptAt(transactions, offset(shown[walk]));
    }

    /** The label of the entry, as {@link com.hazelcast.certification.labels.Label} has it. */
    int label() {
        return TransactionLayout.labelAt(transactions, offset(shown[walk]));
    }

    @Override
    public int count() {
        return shown.length;
    }

    @Override
    public int flags() {
        return Arrays.stream(shown)
                .map(index -> HistoryFlags.of(paymentAt(index)))
                .reduce(0, (left, right) -> left | right);
    }

    @Override
    public void rewind() {
        walk = -1;
    }

    @Override
    public boolean next() {
        walk++;
        return walk < shown.length;
    }

    @Override
    public long times() {
        return timesAt(shown[walk]);
    }

    @Override
    public long payment() {
        return paymentAt(shown[walk]);
    }

    @Override
    public int outcome() {
        return outcomeAt(shown[walk]);
    }
}
