package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.certification.storage.ChangeType;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;

/**
 * What a batch left on the owner, on its way to a backup: the transactions that were scored, with their verdicts, and the
 * duplicates as they are held. These changed nothing on the owner, but a backup may have missed them: when the link to it
 * broke at their first time, or when they came to the owner from the other side of a split. Rejected ones are left out, but for
 * those that changed the owner before their scoring failed.
 *
 * <p>An exception while one outcome is applied loses none of the others. They are applied, and then the whole is reported as
 * failed, so that Hazelcast copies the shard from its owner again; what fails {@value #TRIES_MAX} times is counted and
 * acknowledged. ({@code docs/decisions/0010}.)
 *
 * <p>A backup that has no shard yet acknowledges only where the owner does not count its copy: while copies are being made an
 * answer waits for their confirmation. Once they are confirmed, an acknowledgement releases answers, so a backup without the
 * shard gives none.
 */
final class ApplyOutcome
        implements EntryProcessor<Integer, HistoryShard, byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 10;

    /** Twice the shard is copied again; a third time nothing would be different. */
    private static final int TRIES_MAX = 3;

    private static final long serialVersionUID = 1;

    /** A backup's answer is not looked at. */
    private static final byte[] NOTHING = {};

    private BatchId id = BatchId.NONE;
    private long round;

    /** Which run on the owner made it. */
    private long run;

    /** Whether the owner has confirmed its copies, so that answers go out when its backups acknowledge. */
    private boolean isConfirmed;

    private byte[] transactions = {};

    /** On the owner: which of the transactions are held. On the backup all are to be. */
    private transient short[] answers = {};

    private int count;

    /**
     * Which transactions made the owner drop the oldest entries of their card, and of which it only dropped what is 90 days
     * older: by their index in the call, and on the backup among those that were sent.
     */
    private transient BitSet recycled = new BitSet(0);

    private transient BitSet placedOnly = new BitSet(0);

    /** Which were decided promptly on the owner; by the same index. */
    private transient BitSet prompt = new BitSet(0);

    /** On the backup: which transactions of the call the batch has scored, by their index in the call. */
    private transient BitSet scored = new BitSet(0);

    private transient ScoringContext context;
    private transient ShardContext shards;

    ApplyOutcome() {}

    ApplyOutcome(
            BatchId id,
            long round,
            long run,
            boolean isConfirmed,
            byte[] transactions,
            short[] answers,
            BitSet recycled,
            BitSet placedOnly,
            BitSet prompt) {
        this.id = id;
        this.round = round;
        this.run = run;
        this.isConfirmed = isConfirmed;
        this.transactions = transactions;
        this.answers = answers;
        this.recycled = recycled;
        this.placedOnly = placedOnly;
        this.prompt = prompt;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ScoringContext.of(member);
        shards = ShardContext.of(member);
    }

    @Override
    public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        if (isConfirmed && (shard == null || !shard.isInstalled())) {
            context.failures().shardMissing(entry.getKey());
            throw new OutcomeNotAppliedException(count);
        }
        if (shard == null) {
            // The replica has not been copied here yet; the copy will bring this outcome with it.
            return NOTHING;
        }
        long startNs = System.nanoTime();
        // A backup now, whatever it was before.
        shard.copies().forget();
        ShardJournal journal = shards.openJournal(shard);
        CardFailures failures;
        try {
            shard.epoch().learn(round);
            failures = applyAll(shard);
            shard.batches().record(id.origin(), id.number(), id.first(), scored);
            if (journal != null) {
                byte[] record = OutcomeRecord.encodeCopy(
                        context.nowMs(), id, round, scored, recycled, placedOnly, prompt, transactions, count);
                journal.append(ChangeType.OUTCOME, record, record.length);
            }
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        entry.setValue(shard);
        if (journal != null) {
            // When it cannot be written, nothing is acknowledged.
            journal.commit();
        }
        report(failures, System.nanoTime() - startNs);
        if (failures.count() > 0) {
            failOrGiveUp(failures);
        } else {
            context.applied().add(entry.getKey(), id.origin(), run);
        }
        return NOTHING;
    }

    private CardFailures applyAll(HistoryShard shard) {
        CardFailures failures = new CardFailures();
        BatchScorer scorer = context.scorer();
        for (int first = 0; first < count; first += HistoryShard.LOCATE_MAX) {
            int size = Math.min(HistoryShard.LOCATE_MAX, count - first);
            boolean isLocated = scorer.isLocated(shard, transactions, first, size);
            for (int i = 0; i < size; i++) {
                long card =
                        TransactionLayout.cardAt(transactions, (first + i) * TransactionLayout.TRANSACTION_SIZE_BYTES);
                try {
                    apply(shard, isLocated ? shard.openAny(i, card) : shard.open(card), card, first + i);
                } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
                    failures.add(card, e);
                }
            }
        }
        return failures;
    }

    private void report(CardFailures failures, long elapsedNs) {
        try {
            context.meter().outcomeApplied(count - failures.count(), elapsedNs);
        } catch (RuntimeException e) {
            context.failures().notReported(e);
        }
    }

    private void failOrGiveUp(CardFailures failures) {
        boolean isGivenUp = context.failedOutcomes().add(id) >= TRIES_MAX;
        context.failures().notApplied(failures, isGivenUp);
        if (isGivenUp) {
            context.meter().outcomesGivenUp(failures.count());
        } else {
            context.meter().outcomesFailed(failures.count());
            throw new OutcomeNotAppliedException(failures.count());
        }
    }

    private void apply(HistoryShard shard, CardHistory history, long card, int index) {
        int offset = index * TransactionLayout.TRANSACTION_SIZE_BYTES;
        long times = OutcomeLayout.withoutFlags(TransactionLayout.timesAt(transactions, offset));
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        int verdict = TransactionLayout.verdictAt(transactions, offset);
        long reference = TransactionLayout.referenceAt(transactions, offset);
        int tag = TransactionLayout.tag(reference);
        if (history.place(times, payment, outcome, tag) == Placement.FRESH && !placedOnly.get(index)) {
            int flags = HistoryFlags.of(payment);
            history.recordAs(recycled.get(index), times, payment, outcome, verdict, tag, flags, prompt.get(index));
            shard.references().record(card, reference, times, payment, outcome);
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
        out.writeByte(FORMAT_VERSION);
        id.writeTo(out);
        out.writeLong(round);
        out.writeLong(run);
        out.writeBoolean(isConfirmed);
        out.writeLongArray(Answer.scoredOf(answers).toLongArray());
        out.writeLongArray(amongCarried(recycled).toLongArray());
        out.writeLongArray(amongCarried(placedOnly).toLongArray());
        TransactionsOnTheWire.write(out, transactions, answers.length, this::isCarried);
        writePrompt(out);
    }

    private void writePrompt(ObjectDataOutput out) throws IOException {
        int carried = 0;
        for (int i = 0; i < answers.length; i++) {
            carried += isCarried(i) ? 1 : 0;
        }
        BitSet promptCarried = carried == answers.length ? prompt : amongCarried(prompt);
        byte kind = PromptBits.kind(promptCarried, carried);
        out.writeByte(kind);
        if (kind == PromptBits.SOME) {
            out.writeLongArray(promptCarried.toLongArray());
        }
    }

    private boolean isCarried(int index) {
        return !Answer.isRejected(answers[index]) || placedOnly.get(index);
    }

    /** Indices in the call as indices among what is carried. Costs nothing where none has one. */
    private BitSet amongCarried(BitSet indices) {
        BitSet among = new BitSet(0);
        int carried = 0;
        for (int i = 0; i < indices.length(); i++) {
            if (indices.get(i) && isCarried(i)) {
                among.set(carried);
            }
            carried += isCarried(i) ? 1 : 0;
        }
        return among;
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "ApplyOutcome");
        id = BatchId.readFrom(in);
        round = in.readLong();
        run = in.readLong();
        isConfirmed = in.readBoolean();
        scored = BitSet.valueOf(Objects.requireNonNull(in.readLongArray()));
        recycled = BitSet.valueOf(Objects.requireNonNull(in.readLongArray()));
        placedOnly = BitSet.valueOf(Objects.requireNonNull(in.readLongArray()));
        transactions = TransactionsOnTheWire.read(in);
        count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        prompt = readPrompt(in, count);
    }

    private static BitSet readPrompt(ObjectDataInput in, int count) throws IOException {
        return switch (in.readByte()) {
            case PromptBits.ALL -> PromptBits.all(count);
            case PromptBits.SOME -> BitSet.valueOf(Objects.requireNonNull(in.readLongArray()));
            default -> new BitSet(0);
        };
    }
}
