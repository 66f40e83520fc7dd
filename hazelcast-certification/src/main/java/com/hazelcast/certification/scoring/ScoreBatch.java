package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.transaction.Refusal;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * Scores a batch of transactions on their shard and answers each with one byte ({@link Answer}).
 *
 * <p>Running it twice is safe: what the first run recorded, the second finds as duplicates. Its backup applies the
 * outcome and scores nothing.
 */
public final class ScoreBatch
        implements EntryProcessor<Integer, HistoryShard, byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;
    private static final long serialVersionUID = 1;

    private byte[] transactions = {};
    private int count;
    private transient byte[] answers = {};
    private transient ScoringContext context;

    /** For deserialisation. */
    public ScoreBatch() {}

    /** A batch of the first transactions in the array, which it keeps and writes verdicts into. */
    public ScoreBatch(byte[] transactions, int count) {
        this.transactions = transactions;
        this.count = count;
    }

    public int count() {
        return count;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ScoringContext.of(member);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        answers = new byte[count];
        if (shard == null || !shard.isInstalled()) {
            Arrays.fill(answers, Answer.refused(Refusal.NOT_LOADED));
            return answers;
        }
        long startNs = System.nanoTime();
        BatchScorer scorer = context.scorer();
        scorer.score(shard, transactions, count, answers);
        entry.setValue(shard);
        context.meter().batchScored(count, System.nanoTime() - startNs);
        scorer.drainVerdicts(context.meter());
        return answers;
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return new ApplyOutcome(transactions, answers);
    }

    @Override
    public int getFactoryId() {
        return ScoringSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.SCORE_BATCH;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeInt(count);
        out.write(transactions, 0, count * TransactionLayout.TRANSACTION_SIZE_BYTES);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        ScoringSerialization.requireVersion(in.readByte(), FORMAT_VERSION, "ScoreBatch");
        count = in.readInt();
        transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        in.readFully(transactions);
    }
}
