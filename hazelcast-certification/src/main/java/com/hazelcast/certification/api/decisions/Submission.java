package com.hazelcast.certification.api.decisions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.scoring.Answer;
import io.netty.util.Timeout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One transaction on its way, and then its decision. Whoever waits for it is called once, with the decision or, when the time to wait has
 * passed, with nothing. Thread-safe.
 */
public final class Submission implements AnswerListener {
    private final DecisionDesk desk;
    private final Submitter submitter;
    private final long number;
    private final RequestedTransaction transaction;
    private final long card;
    private final long arrivedNs;
    private final boolean isRehearsed;
    private final boolean isOfBatch;

    /** What it is part of. */
    enum Kind {
        /** A call of its own; it stands in the queue. */
        SINGLE,
        /** A batch, which has its own bounds. */
        OF_BATCH,
        /** Nothing: a rehearsal, so that the code is compiled before the first request. */
        REHEARSED
    }

    @GuardedBy("this")
    private @Nullable List<Waiter> waiters;

    @GuardedBy("this")
    private boolean hasLeftQueue;

    /** Why a stand-in has answered; null: none has. */
    @GuardedBy("this")
    private @Nullable StandInReason stoodInFor;

    private volatile @Nullable Decision decision;
    private volatile @Nullable Action standIn;

    Submission(
            DecisionDesk desk,
            Submitter submitter,
            long number,
            RequestedTransaction transaction,
            long card,
            long arrivedNs,
            Kind kind) {
        this.desk = desk;
        this.submitter = submitter;
        this.number = number;
        this.transaction = transaction;
        this.card = card;
        this.arrivedNs = arrivedNs;
        this.hasLeftQueue = kind != Kind.SINGLE;
        this.isRehearsed = kind == Kind.REHEARSED;
        this.isOfBatch = kind == Kind.OF_BATCH;
    }

    /** One that has been decided long ago; the card of the transaction is the word by which this cluster knows it. */
    Submission(
            DecisionDesk desk,
            Submitter submitter,
            long number,
            RequestedTransaction transaction,
            long arrivedNs,
            Decision decision) {
        this(desk, submitter, number, transaction, transaction.card(), arrivedNs, Kind.OF_BATCH);
        this.decision = decision;
        this.standIn = decision.standIn();
    }

    private static final class Waiter {
        private final Consumer<@Nullable Decision> whenOver;
        private @Nullable Timeout timeout;

        Waiter(Consumer<@Nullable Decision> whenOver) {
            this.whenOver = whenOver;
        }
    }

    private void timeOut(Waiter waiter) {
        synchronized (this) {
            if (waiters == null || !waiters.remove(waiter)) {
                return;
            }
        }
        waiter.whenOver.accept(null);
    }

    /** By which it is read later. */
    public String id() {
        return desk.idOf(number);
    }

    DecisionDesk desk() {
        return desk;
    }

    boolean isRehearsed() {
        return isRehearsed;
    }

    long number() {
        return number;
    }

    /** The word by which this cluster knows its card; the number itself is not kept any longer than its transaction is on its way. */
    long card() {
        return card;
    }

    /** As the caller gave it; when it was decided long ago, with the word of the card. */
    public RequestedTransaction transaction() {
        return transaction;
    }

    /** Since when it has been there, by {@code System.nanoTime()}. */
    public long arrivedNs() {
        return arrivedNs;
    }

    /** The decision of the rules, or why there is none; null while it is on its way. */
    public @Nullable Decision decision() {
        return decision;
    }

    /** Whether the client of that name has submitted it. */
    public boolean isBy(String client) {
        return submitter.name().equals(client);
    }

    /** Whether the other one is this one, read again from where it is kept. */
    public boolean isSameAs(Submission other) {
        return number == other.number;
    }

    /** Whether it is of the same payment, whatever its deadline. */
    public boolean isOf(RequestedTransaction other) {
        return card == desk.identify(other.card())
                && transaction.referenceHash() == other.referenceHash()
                && transaction.isSameTransaction(other);
    }

    Submitter submitter() {
        return submitter;
    }

    /** What a stand-in has answered; null: none has. */
    public @Nullable Action standIn() {
        return standIn;
    }

    /**
     * Calls back once: with the decision, now or when it comes, or with null when so much time has passed before.
     *
     * @param whenOver called on the calling thread, on the one that completed the call of the lane, or on the timer's; must not block
     */
    public void await(long waitNs, Consumer<@Nullable Decision> whenOver) {
        Decision known;
        synchronized (this) {
            known = decision;
            if (known == null) {
                Waiter waiter = new Waiter(whenOver);
                if (waiters == null) {
                    waiters = new ArrayList<>(1);
                }
                waiters.add(waiter);
                waiter.timeout =
                        desk.timer(isOfBatch).newTimeout(ignored -> timeOut(waiter), waitNs, TimeUnit.NANOSECONDS);
            }
        }
        if (known != null) {
            whenOver.accept(known);
        }
    }

    /**
     * Calls back once with what the caller is answered, and counts it: the decision of the rules, or the stand-in's when so much time has
     * passed before.
     *
     * @param given called as in {@link #await}
     */
    public void decideWithin(long waitNs, Consumer<Decision> given) {
        await(waitNs, decision -> {
            Decision answer = decision == null ? standIn(System.nanoTime()) : decision;
            desk.gave(this, answer);
            given.accept(answer);
        });
    }

    /** Lets the stand-in answer, unless the rules have just decided: then theirs is the answer. */
    private Decision standIn(long nowNs) {
        // Not inside the lock: the lane that answers has its own.
        boolean isSilent = desk.isSilent(card);
        Action action;
        synchronized (this) {
            Decision known = decision;
            if (known != null) {
                return known;
            }
            action = desk.standInFor(transaction);
            standIn = action;
            stoodInFor = isSilent ? StandInReason.SHARD_SILENT : StandInReason.DEADLINE;
            if (isSilent) {
                leaveQueue();
            }
        }
        if (!isSilent) {
            watchSilence();
        }
        desk.stoodIn(this, action, isSilent ? StandInReason.SHARD_SILENT : StandInReason.DEADLINE);
        return Decision.standIn(action, nowNs - arrivedNs);
    }

    /**
     * What nobody waits for, or a stand-in has answered, keeps its place in the queue while the rules are only late, so that no more is taken
     * than they can decide. When its shard is silent it leaves the queue, and takes no place from what can be answered: the member's gate
     * bounds it.
     */
    public void watchSilence() {
        if (decision != null) {
            return;
        }
        var unused = desk.timer(isOfBatch)
                .newTimeout(
                        ignored -> {
                            if (decision != null) {
                                return;
                            }
                            if (desk.isSilent(card)) {
                                synchronized (this) {
                                    leaveQueue();
                                }
                            } else {
                                watchSilence();
                            }
                        },
                        DecisionDesk.SILENT_NS,
                        TimeUnit.NANOSECONDS);
    }

    @Override
    public void answered(short[] answers, int offset, int count, long ignoredNs) {
        try {
            decide(answers[offset]);
        } finally {
            if (isRehearsed) {
                desk.leaveRehearsed();
            } else {
                desk.account(answers, offset, count, arrivedNs);
            }
        }
    }

    /** Its shard has answered. */
    void decide(short answer) {
        decide(own -> desk.decisionOf(answer, this, own), Answer.isNewCard(answer));
    }

    /** It was rejected before it went anywhere. */
    void reject(Decision rejected) {
        decide(own -> rejected, false);
    }

    private void decide(Function<@Nullable Action, Decision> making, boolean isNewCard) {
        Decision made;
        List<Waiter> waiting;
        StandInReason lateFor;
        synchronized (this) {
            made = making.apply(standIn);
            decision = made;
            waiting = waiters;
            waiters = null;
            lateFor = stoodInFor;
            leaveQueue();
        }
        if (!isRehearsed) {
            desk.keepDecided(this, made);
        }
        if (isNewCard) {
            submitter.openedCard();
        }
        if (lateFor != null && !isRehearsed) {
            desk.decidedLate(made, lateFor);
        }
        if (waiting != null) {
            for (Waiter waiter : waiting) {
                if (waiter.timeout != null) {
                    boolean unused = waiter.timeout.cancel();
                }
                waiter.whenOver.accept(made);
            }
        }
    }

    @GuardedBy("this")
    private void leaveQueue() {
        if (!hasLeftQueue) {
            hasLeftQueue = true;
            desk.leaveQueue(submitter);
        }
    }
}
