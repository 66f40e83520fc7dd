package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Map;

/**
 * What a batch left on the owner, on its way to a backup: the transactions that were scored, with their verdicts, and the
 * duplicates as they are held. These changed nothing on the owner, but a backup may have missed them: when the link to it
 * broke at their first time, or when they came to the owner from the other side of a split. Refused ones are left out.
 */
final class ApplyOutcome
        implements EntryProcessor<Integer, HistoryShard, byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 2;
    private static final long serialVersionUID = 1;

    private BatchId id = BatchId.NONE;
    private byte[] transactions = {};

    /** On the owner: which of the transactions are held. On the backup all are to be. */
    private transient byte[] answers = {};

    private int count;
    private transient ScoringContext context;

    ApplyOutcome() {}

    ApplyOutcome(BatchId id, byte[] transactions, byte[] answers) {
        this.id = id;
        this.transactions = transactions;
        this.answers = answers;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ScoringContext.of(member);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (shard == null) {
            // The replica has not been copied here yet; the copy will bring this outcome with it.
            return answers;
        }
        long startNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            apply(shard, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
        shard.recordBatch(id.origin(), id.number());
        entry.setValue(shard);
        context.meter().outcomeApplied(count, System.nanoTime() - startNs);
        return answers;
    }

    private void apply(HistoryShard shard, int offset) {
        long carried = TransactionLayout.timesAt(transactions, offset);
        long times = OutcomeLayout.withoutRecycled(carried);
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        CardHistory history = shard.open(TransactionLayout.cardAt(transactions, offset));
        if (history.place(times, payment, outcome) == Placement.FRESH) {
            if (OutcomeLayout.isRecycled(carried)) {
                history.recycleOldest();
            }
            history.insert(times, payment, outcome, CertificationRuleSet.marksOf(payment));
        }
    }

    @Override
    public int getFactoryId() {
        return ScoringSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.APPLY_OUTCOME;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        int held = 0;
        for (byte answer : answers) {
            if (!Answer.isRefused(answer)) {
                held++;
            }
        }
        out.writeByte(FORMAT_VERSION);
        id.writeTo(out);
        out.writeInt(held);
        for (int i = 0; i < answers.length; i++) {
            if (!Answer.isRefused(answers[i])) {
                out.write(
                        transactions,
                        i * TransactionLayout.TRANSACTION_SIZE_BYTES,
                        TransactionLayout.TRANSACTION_SIZE_BYTES);
            }
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        ScoringSerialization.requireVersion(in.readByte(), FORMAT_VERSION, "ApplyOutcome");
        id = BatchId.readFrom(in);
        count = in.readInt();
        transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        in.readFully(transactions);
    }
}
