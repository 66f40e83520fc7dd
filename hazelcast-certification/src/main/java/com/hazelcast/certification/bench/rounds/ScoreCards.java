package com.hazelcast.certification.bench.rounds;

import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Map;

/**
 * Scores transactions on the entry of their card, or of their shard, and keeps them there. Answers the numbers of the rules that
 * decided, a byte each. Backups keep the transactions and score nothing. Run twice, it keeps them twice: the ways of the published
 * rounds know no duplicates.
 */
final class ScoreCards implements EntryProcessor<Object, CardHolder, byte[]>, IdentifiedDataSerializable {
    private static final long serialVersionUID = 1;
    private static final ThreadLocal<RuleEvaluator> RULES =
            ThreadLocal.withInitial(() -> RuleSet.shipped().newEvaluator());

    private byte[] transactions = {};
    private boolean isBackup;

    /** For deserialisation. */
    ScoreCards() {}

    /** Of compact transactions, one behind the other; it keeps the array. */
    ScoreCards(byte[] transactions) {
        this(transactions, false);
    }

    private ScoreCards(byte[] transactions, boolean isBackup) {
        this.transactions = transactions;
        this.isBackup = isBackup;
    }

    @Override
    public byte[] process(Map.Entry<Object, CardHolder> entry) {
        CardHolder cards = entry.getValue();
        if (cards == null) {
            throw new IllegalStateException("a card was not loaded");
        }
        int count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        byte[] rules = new byte[count];
        for (int i = 0; i < count; i++) {
            rules[i] = score(cards, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
        entry.setValue(cards);
        return rules;
    }

    private byte score(CardHolder cards, int offset) {
        long number = TransactionLayout.cardAt(transactions, offset);
        long times = TransactionLayout.timesAt(transactions, offset);
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        ListedCard card = cards.card(number);
        card.expire(TransactionLayout.timeMs(times));
        int rule = isBackup ? 0 : RULES.get().decide(number, times, payment, outcome, card);
        card.add(times, payment, outcome);
        return (byte) rule;
    }

    @Override
    public EntryProcessor<Object, CardHolder, byte[]> getBackupProcessor() {
        return new ScoreCards(transactions, true);
    }

    @Override
    public int getFactoryId() {
        return RoundMessages.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return RoundMessages.SCORE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByteArray(transactions);
        out.writeBoolean(isBackup);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        byte[] read = in.readByteArray();
        transactions = read == null ? new byte[0] : read;
        isBackup = in.readBoolean();
    }
}
