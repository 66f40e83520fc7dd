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
 * Scores a batch of transactions on their shard. Answers {@link BatchAnswer}.
 *
 * <p>Running it twice is safe, whoever repeats it, a lane or Hazelcast itself: the second run finds what the first has
 * recorded, and the shard knows the batch, so the answers are the same. Its backup applies the outcome and scores nothing.
 */
public final class ScoreBatch
        implements EntryProcessor<Integer, HistoryShard, byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 2;
    private static final long serialVersionUID = 1;

    private BatchId id = BatchId.NONE;
    private byte[] transactions = {};
    private int count;
    private transient byte[] answers = {};
    private transient ScoringContext context;
    private transient HazelcastInstance member;

    /** For deserialisation. */
    public ScoreBatch() {}

    /** A batch of the first transactions in the array, which it keeps and writes verdicts into. */
    public ScoreBatch(BatchId id, byte[] transactions, int count) {
        this.id = id;
        this.transactions = transactions;
        this.count = count;
    }

    public int count() {
        return count;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
        context = ScoringContext.of(hazelcast);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        answers = new byte[count];
        if (shard == null || !shard.isInstalled()) {
            Arrays.fill(answers, Answer.refused(Refusal.NOT_LOADED));
            return BatchAnswer.of(answers, true);
        }
        boolean isRepeated = shard.isLastBatch(id.origin(), id.number());
        long startNs = System.nanoTime();
        BatchScorer scorer = context.scorer();
        scorer.score(shard, transactions, count, answers);
        shard.recordBatch(id.origin(), id.number());
        entry.setValue(shard);
        context.meter().batchScored(count, System.nanoTime() - startNs);
        scorer.drainCounts(context.meter());
        scorer.drainFlagged(transactions, context.flagged());
        boolean isConfirmed = context.copies().isConfirmed(entry.getKey(), MembersView.of(member));
        return BatchAnswer.of(isRepeated ? withDuplicatesAsScored(answers) : answers, isConfirmed);
    }

    private static byte[] withDuplicatesAsScored(byte[] answers) {
        byte[] first = answers.clone();
        for (int i = 0; i < first.length; i++) {
            if (Answer.isDuplicate(first[i])) {
                first[i] = Answer.scored(Answer.verdict(first[i]));
            }
        }
        return first;
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return new ApplyOutcome(id, transactions, answers);
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
        id.writeTo(out);
        out.writeInt(count);
        out.write(transactions, 0, count * TransactionLayout.TRANSACTION_SIZE_BYTES);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        ScoringSerialization.requireVersion(in.readByte(), FORMAT_VERSION, "ScoreBatch");
        id = BatchId.readFrom(in);
        count = in.readInt();
        transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        in.readFully(transactions);
    }
}
