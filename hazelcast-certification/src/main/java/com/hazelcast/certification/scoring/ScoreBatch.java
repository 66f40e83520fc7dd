package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.certification.storage.ChangeType;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.files.LogStalledException;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scores a batch of transactions on their shard. Answers {@link BatchAnswer}.
 *
 * <p>Running it twice is safe, whoever repeats it, a lane or Hazelcast itself: the second run finds what the first has
 * recorded, and the shard knows which transactions the batch has scored, so the answers are the same. Its backup applies the outcome and
 * scores nothing.
 *
 * <p>A transaction whose scoring raises an exception is rejected as unprocessable, and the others are scored ({@link
 * BatchScorer}). What fails as a whole raises {@link BatchFailedException} at the caller, who looks for the cause in parts.
 */
public final class ScoreBatch
        implements EntryProcessor<Integer, HistoryShard, byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 5;
    private static final long serialVersionUID = 1;
    private static final BitSet NONE = new BitSet(0);

    private BatchId id = BatchId.NONE;
    private byte[] transactions = {};
    private int count;
    private transient short[] answers = {};

    /** On the owner, as it was when the batch was scored. */
    private transient long round;

    /** Of this run of the batch; no other run, of this or another member, has it. */
    private transient long run = BatchAnswer.NO_RUN;

    private transient boolean isConfirmed;

    private transient BitSet recycled = NONE;
    private transient BitSet placedOnly = NONE;
    private transient BitSet prompt = NONE;

    private transient ScoringContext context;
    private transient ShardContext shards;
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
        shards = ShardContext.of(hazelcast);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        // Before anything else: who answers compares it with a later look (AnswerFence).
        MembersView.View view = shards.members().look(member.getCluster());
        run = shards.members().nextNumber();
        HistoryShard shard = entry.getValue();
        answers = new short[count];
        // Not 0, which means scored: Hazelcast calls the backups also when nothing was, and scoring may stop half-way.
        Arrays.fill(answers, Answer.rejected(Rejection.UNPROCESSABLE));
        ShardPresence presence = shards.presence(entry.getKey(), shard, view);
        if (presence == ShardPresence.AWAITED) {
            return BatchAnswer.unscored(count);
        }
        if (shard == null || presence != ShardPresence.PRESENT) {
            boolean isLost = presence == ShardPresence.LOST;
            Arrays.fill(answers, Answer.rejected(isLost ? Rejection.SHARD_LOST : Rejection.NOT_LOADED));
            return BatchAnswer.withoutCopies(answers);
        }
        try {
            return score(entry, shard, view);
        } catch (LogStalledException e) {
            // What was scored is held, and comes to the log before anything else. Until then it is not answered.
            return BatchAnswer.unscored(count);
        } catch (HazelcastException | HazelcastInstanceNotActiveException e) {
            // Of the cluster's state, not of the batch: the caller waits for a member or a copy.
            throw e;
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            context.failures().batchFailed(e);
            throw new BatchFailedException(e);
        }
    }

    private byte[] score(Map.Entry<Integer, HistoryShard> entry, HistoryShard shard, MembersView.View view) {
        long startNs = System.nanoTime();
        BatchScorer scorer = context.scorer();
        ShardJournal journal = shards.openJournal(shard);
        try {
            scoreAll(shard, scorer, journal);
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        entry.setValue(shard);
        isConfirmed = shard.copies().isComplete(view.number());
        report(scorer, System.nanoTime() - startNs);
        if (journal != null) {
            journal.commit();
        }
        return context.answer(shard, view, run, answers);
    }

    private void scoreAll(HistoryShard shard, BatchScorer scorer, @Nullable ShardJournal journal) {
        // One reading for all of the batch: what entries, copies and the log have of the time is of one moment.
        long nowMs = context.nowMs();
        try {
            scorer.score(shard, nowMs, transactions, count, answers);
        } finally {
            recycled = copyOf(scorer.recycled());
            placedOnly = copyOf(scorer.placedOnly());
            prompt = copyOf(scorer.prompt());
            // Also if it failed half-way: the repeated batch finds what it has put there as its own.
            answerOwnAsScored(shard);
            shard.batches().record(id.origin(), id.number(), id.first(), Answer.scoredOf(answers));
            round = shard.epoch().round();
            if (journal != null) {
                byte[] record =
                        new OutcomeRecord(id, nowMs, round, answers, recycled, placedOnly, prompt).encode(transactions);
                journal.append(ChangeType.OUTCOME, record, record.length);
            }
        }
    }

    private static BitSet copyOf(BitSet indices) {
        return indices.isEmpty() ? NONE : (BitSet) indices.clone();
    }

    /** What has been scored is scored, also when it cannot be counted. */
    private void report(BatchScorer scorer, long elapsedNs) {
        try {
            scorer.drainFailures(context.failures());
            context.meter().batchScored(count, elapsedNs);
            scorer.drainCounts(context.meter());
            scorer.drainFlagged(transactions, context.flagged());
        } catch (RuntimeException e) {
            context.failures().notReported(e);
        }
    }

    /** Duplicates of what an earlier call of this batch has scored are answered as they would have been then. */
    private void answerOwnAsScored(HistoryShard shard) {
        BitSet own = shard.batches().scoredBy(id.origin(), id.number());
        for (int index = own.nextSetBit(id.first()); index >= 0; index = own.nextSetBit(index + 1)) {
            int i = index - id.first();
            if (i >= count) {
                return;
            }
            if (Answer.isDuplicate(answers[i])) {
                int verdict = Answer.verdict(answers[i]);
                boolean isFlagged = Answer.isFlagged(answers[i]);
                long card = TransactionLayout.cardAt(transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
                // The only one that its card has: it opened the card, and its client's quota is to be charged.
                answers[i] = shard.entryCount(card) == 1
                        ? Answer.scoredNewCard(verdict, isFlagged)
                        : Answer.scored(verdict, isFlagged);
            }
        }
    }

    @Override
    public EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return new ApplyOutcome(id, round, run, isConfirmed, transactions, answers, recycled, placedOnly, prompt);
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
        TransactionsOnTheWire.write(out, transactions, count, index -> true);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "ScoreBatch");
        id = BatchId.readFrom(in);
        transactions = TransactionsOnTheWire.read(in);
        count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
    }
}
