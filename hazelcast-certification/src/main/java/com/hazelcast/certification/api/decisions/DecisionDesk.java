package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.Rejection;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocal;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes transactions one by one, hands each to its lane at once, and keeps their decisions for a while. What it takes is bounded three
 * times: by its queue, by the submitter's share, and by the member's gate; whatever finds one of them full is turned away and nothing of it
 * goes anywhere. Thread-safe.
 */
public final class DecisionDesk implements AutoCloseable {
    /** Begins each id, and may begin no reference. */
    public static final String ID_PREFIX = "tx_";

    private static final int TICK_MS = 1;
    private static final int TICKS = 512;

    /** Calls of a member under full load take some tens of milliseconds. */
    static final long SILENT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final DecisionSettings settings;
    private final Router router;
    private final InFlightGate gate;
    private final AnswerListener accounting;
    private final AccountingMeter accountingMeter;
    private final TurnAwayLog turnAways = new TurnAwayLog(System::nanoTime);
    private final DecisionMeter meter;
    private final Clock clock;
    private final long futureToleranceMs;
    private final RulesInUse rules;
    private final BooleanSupplier isServing;
    private final FastThreadLocal<Intake> intake;
    private final HashedWheelTimer timer = timer("fraud-api-deadlines");

    /** Of lines of batches: thousands of them may be due at once, and single calls would be answered behind them. */
    private final HashedWheelTimer batchTimer = timer("fraud-api-batch-deadlines");

    private final MemberQueue queue;
    private final String idTag;
    private final SubmissionStores kept;
    private final StandIns standIns = new StandIns();

    /**
     * A desk without transactions.
     *
     * @param accounting counts answers and opens the gate again
     * @param cardKey by which cards are identified, if they are
     * @param rules that decide
     * @param isServing whether the member scores now
     * @param idTag of the ids that it gives, see {@link #newIdTag}
     */
    public DecisionDesk(
            DecisionSettings settings,
            Router router,
            InFlightGate gate,
            AnswerListener accounting,
            AccountingMeter accountingMeter,
            DecisionMeter meter,
            Clock clock,
            Duration futureTolerance,
            Optional<CardKey> cardKey,
            RulesInUse rules,
            BooleanSupplier isServing,
            String idTag) {
        this.settings = settings;
        this.router = router;
        this.gate = gate;
        this.accounting = accounting;
        this.accountingMeter = accountingMeter;
        this.meter = meter;
        this.clock = clock;
        this.futureToleranceMs = futureTolerance.toMillis();
        this.rules = rules;
        this.isServing = isServing;
        this.idTag = idTag;
        this.kept = new SubmissionStores(settings.keptMax(), settings.keptFor());
        this.queue = new MemberQueue(settings.queueMax(), this::turnedAway);
        this.intake = new FastThreadLocal<>() {
            @Override
            protected Intake initialValue() {
                return new Intake(router, cardKey, accountingMeter);
            }
        };
    }

    private static HashedWheelTimer timer(String name) {
        return new HashedWheelTimer(new DefaultThreadFactory(name, true), TICK_MS, TimeUnit.MILLISECONDS, TICKS);
    }

    /** Begins the ids of one desk, behind {@link #ID_PREFIX}: a random one, so that no other desk has it. */
    public static String newIdTag() {
        return SubmissionStores.AnswerIds.newTag();
    }

    /** How a decision is made. */
    public DecisionSettings settings() {
        return settings;
    }

    /**
     * Hands a transaction on whose decision is read later.
     *
     * @param referenceKey under which it can be found again besides its id, unless another submission has the reference; null: under none
     * @param arrivedNs since when it has been there, by {@code System.nanoTime()}
     * @throws TurnedAway when there is no room for it, or the member does not score; nothing has happened then
     */
    public Submission submit(
            RequestedTransaction transaction, Submitter submitter, @Nullable String referenceKey, long arrivedNs)
            throws TurnedAway {
        enter(submitter);
        return accept(kept.nextSubmitted(), transaction, submitter, referenceKey, arrivedNs, Submission.Kind.SINGLE);
    }

    /** As {@link #submit}, for one that is decided in its own call: it is kept beside those, and takes no place of theirs. */
    public Submission ask(RequestedTransaction transaction, Submitter submitter, long arrivedNs) throws TurnedAway {
        enter(submitter);
        return accept(kept.nextDecided(), transaction, submitter, null, arrivedNs, Submission.Kind.SINGLE);
    }

    /**
     * As {@link #ask}, for a transaction that has entered the {@link #gate()} already and stands in no queue: one of a batch. It has left the
     * gate when this throws.
     */
    public Submission submitEntered(RequestedTransaction transaction, Submitter submitter, long arrivedNs) {
        return accept(kept.nextDecided(), transaction, submitter, null, arrivedNs, Submission.Kind.OF_BATCH);
    }

    /**
     * As {@link #submit}, for the sake of the way alone: it goes to the shard of a card that no caller can name, where it is rejected. No
     * history and no count of transactions changes, it takes nothing from the queue, it cannot be read later, and its decision is to approve.
     */
    public Submission rehearse(RequestedTransaction transaction, Submitter submitter, long arrivedNs)
            throws TurnedAway {
        if (!isServing.getAsBoolean() || !gate.tryEnterPast(1)) {
            throw new TurnedAway(TurnedAway.Reason.NOT_SCORING);
        }
        Submission submission = new Submission(
                this,
                submitter,
                kept.nextDecided(),
                transaction,
                transaction.card(),
                arrivedNs,
                Submission.Kind.REHEARSED);
        intake.get().add(submission);
        return submission;
    }

    private void enter(Submitter submitter) throws TurnedAway {
        try {
            if (!isServing.getAsBoolean()) {
                throw new TurnedAway(TurnedAway.Reason.NOT_SCORING);
            }
            queue.enter(submitter);
            if (!gate.tryEnterPast(1)) {
                queue.leave(submitter);
                throw new TurnedAway(TurnedAway.Reason.MEMBER_FULL);
            }
        } catch (TurnedAway e) {
            turnedAway(e.reason());
            throw e;
        }
    }

    /** A request was turned away, here or before it came here. */
    public void turnedAway(TurnedAway.Reason reason) {
        meter.turnedAway(reason);
        turnAways.turnedAway(reason, 1);
    }

    /** So many lines of a batch were turned away, and the batch was not. */
    public void turnedAwayLines(TurnedAway.Reason reason, int count) {
        meter.turnedAwayLines(reason, count);
        turnAways.turnedAway(reason, count);
    }

    /** Bounds what is without an answer, for calls that submit nothing as well. */
    public MemberQueue queue() {
        return queue;
    }

    private Submission accept(
            long number,
            RequestedTransaction transaction,
            Submitter submitter,
            @Nullable String referenceKey,
            long arrivedNs,
            Submission.Kind kind) {
        Submission submission;
        boolean isOfFuture;
        try {
            isOfFuture = transaction.timeMs() > clock.millis() + futureToleranceMs;
            submission =
                    new Submission(this, submitter, number, transaction, identify(transaction.card()), arrivedNs, kind);
            kept.add(submission, referenceKey, System.nanoTime());
        } catch (RuntimeException e) {
            // Nothing of it goes anywhere.
            gate.leave(1);
            if (kind == Submission.Kind.SINGLE) {
                queue.leave(submitter);
            }
            throw e;
        }
        if (isOfFuture) {
            gate.leave(1);
            accountingMeter.rejectedOnArrival(Rejection.FUTURE);
            submission.reject(Decision.rejected(Rejection.FUTURE, null, System.nanoTime() - arrivedNs));
            return submission;
        }
        intake.get().add(submission);
        return submission;
    }

    /** Bounds what is in flight in the member. */
    public InFlightGate gate() {
        return gate;
    }

    /** Whether the member scores now. */
    public boolean isServing() {
        return isServing.getAsBoolean();
    }

    /**
     * From now on collects what the calling thread submits until a task runs that it gives to {@code whenPassEnds}, and hands it on shard by
     * shard.
     *
     * @param whenPassEnds runs a task on this thread, after what the thread does now
     */
    public void collectOnThisThread(Consumer<Runnable> whenPassEnds) {
        intake.get().collect(whenPassEnds);
    }

    /** From the code of a card's number to the card's word in this cluster. */
    public long identify(long code) {
        return intake.get().identify(code);
    }

    Timer timer(boolean isOfBatch) {
        return isOfBatch ? batchTimer : timer;
    }

    String idOf(long number) {
        return SubmissionStores.AnswerIds.of(idTag, number);
    }

    /** What is known of an id. */
    public enum Known {
        /** It is kept. */
        KEPT,
        /** It was, and is kept no longer. */
        EXPIRED,
        /** This member has never given it. */
        NEVER
    }

    /**
     * What was found under an id or a reference.
     *
     * @param submission null unless it is kept
     */
    public record Found(Known known, @Nullable Submission submission) {}

    /** The submission with that id. */
    public Found findId(String id) {
        long number = SubmissionStores.AnswerIds.numberOf(id, idTag);
        if (!kept.wasGiven(number)) {
            return new Found(Known.NEVER, null);
        }
        Submission submission = kept.find(this, number, System.nanoTime());
        return new Found(submission == null ? Known.EXPIRED : Known.KEPT, submission);
    }

    /** The submission under that key of a reference; null when none is kept. */
    public @Nullable Submission findReference(String referenceKey) {
        return kept.find(this, referenceKey, System.nanoTime());
    }

    /** Whether one was submitted under that key of a reference that is kept no longer, as far as this is known. */
    public boolean hasExpired(String referenceKey) {
        return kept.hasExpired(this, referenceKey, System.nanoTime());
    }

    /** The tag of the desk that gave an id; empty: none gives such ids. */
    public static Optional<String> tagOf(String id) {
        return SubmissionStores.AnswerIds.tagOf(id);
    }

    Action standInFor(RequestedTransaction transaction) {
        return settings.standIns().actionFor(transaction);
    }

    /** Whether the shard of its card has given no answer for so long that a member or a copy must be missing. */
    boolean isSilent(long card) {
        return router.isSilent(router.shardOf(card), System.nanoTime(), SILENT_NS);
    }

    void stoodIn(Submission submission, Action action, StandInReason reason) {
        if (submission.isRehearsed()) {
            return;
        }
        standIns.add(submission, action);
        meter.stoodIn(reason);
    }

    void gave(Submission submission, Decision decision) {
        if (!submission.isRehearsed() && decision.rejection() == null) {
            meter.decided(decision.isStandIn());
        }
    }

    void keepDecided(Submission submission, Decision made) {
        kept.decided(submission, made);
    }

    /** Keeps no decision of that card any longer. */
    public void forget(long card) {
        kept.forget(card);
    }

    /** @param reason why a stand-in had answered before */
    void decidedLate(Decision made, StandInReason reason) {
        if (made.rejection() == null) {
            meter.decidedLate(reason, made.differs());
        } else {
            meter.rejectedLate(reason);
        }
    }

    /** @param own what a stand-in has answered for this submission; null: none has */
    Decision decisionOf(short answer, Submission submission, @Nullable Action own) {
        long tookNs = System.nanoTime() - submission.arrivedNs();
        if (submission.isRehearsed()) {
            return new Decision(Action.APPROVE, 0, Score.NONE, null, false, false, null, own, tookNs);
        }
        if (Answer.isRejected(answer)) {
            return Decision.rejected(Answer.rejection(answer), own, tookNs);
        }
        boolean isReplayed = Answer.isDuplicate(answer);
        Action standIn = own == null && isReplayed ? standIns.find(submission) : own;
        Ruling ruling = rules.ruling(Answer.verdict(answer)).orElse(null);
        if (ruling == null) {
            // Of a set that this member does not know yet: the owner knew whether it was flagged.
            Action known = Answer.isFlagged(answer) ? settings.declined() : Action.APPROVE;
            return new Decision(known, 0, Score.NONE, null, isReplayed, false, null, standIn, tookNs);
        }
        Action action = Action.of(ruling.action(), settings.declined());
        return new Decision(
                action, ruling.rule(), ruling.score(), ruling.set(), isReplayed, false, null, standIn, tookNs);
    }

    /** The decision with that code; empty when this member does not know its set. */
    public Optional<Ruling> ruling(int code) {
        return rules.ruling(code);
    }

    void account(short[] answers, int offset, int count, long arrivedNs) {
        accounting.answered(answers, offset, count, arrivedNs);
    }

    /** A rehearsed one has been answered; it is in no count. */
    void leaveRehearsed() {
        gate.leave(1);
    }

    void leaveQueue(Submitter submitter) {
        queue.leave(submitter);
    }

    /** Transactions in the queue: taken and not answered. */
    public int queued() {
        return queue.taken();
    }

    @Override
    public void close() {
        var unusedSingle = timer.stop();
        var unusedOfBatches = batchTimer.stop();
    }
}
