package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.transaction.Rejection;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The way to one shard. It has at most one batch in flight, so batches of a shard are scored in the order in which they
 * were handed in; what arrives meanwhile is the next batch. A single transaction at low load so leaves at once, and
 * batches grow by themselves under load.
 *
 * <p>A call that fails because a member or a copy is missing is submitted again until it succeeds or the router closes: the
 * identity of a transaction makes that safe. The same happens, once its copies are known to be complete, when the shard's
 * owner could not confirm them and answers are strict. A call that fails by itself is submitted again a bounded number of
 * times ({@link BatchTrial}); then the batch is halved until the transactions that cannot be scored stand alone. They are
 * answered {@link Rejection#UNPROCESSABLE}, the others as usual, all in their order.
 *
 * <p>A lane that has heard nothing for {@value #HELD_AFTER_MS} ms is <em>held</em>: a member, a copy or a lock is missing. What it has
 * is moved out of the room of the other lanes ({@link #lookIfHeld}) until it is answered.
 *
 * <p>Thread-safe; short locks, two a batch. What waits is bounded by the {@link InFlightGate}.
 */
final class Lane {
    /** Longer than a member takes that works hard or has just taken a shard over. */
    static final long HELD_AFTER_MS = 2_000;

    private static final long HELD_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(HELD_AFTER_MS);

    private final int shard;
    private final LaneHost host;
    private final Deque<LaneBatch> waiting = new ArrayDeque<>(2);
    private boolean inFlight;

    /** When the oldest transaction of the batch in flight was read; means nothing while none is. */
    private long inFlightReadNs;

    /** When the batch in flight was first submitted. */
    private long submittedNs;

    /** Transactions of the batch in flight that have no answer yet. */
    private int inFlightCount;

    /** Transactions of this lane, the oldest ones, that stand in the gate's room of those that are held. */
    private int heldCount;

    private @Nullable InFlightGate heldAt;
    private volatile boolean isHeld;

    Lane(int shard, LaneHost host) {
        this.shard = shard;
        this.host = host;
    }

    /** Takes a copy of the transactions; submits them now if nothing is in flight. */
    void offer(byte[] transactions, int first, int count, AnswerListener listener, long arrivedNs) {
        LaneBatch next;
        synchronized (waiting) {
            addWaiting(transactions, first, count, listener, arrivedNs);
            next = inFlight ? null : waiting.pollFirst();
            inFlight = true;
            trackOldest(next);
        }
        if (next != null) {
            submitFirst(next);
        }
    }

    private void trackOldest(@Nullable LaneBatch next) {
        if (next != null) {
            inFlightReadNs = next.firstReadNs();
            submittedNs = System.nanoTime();
            inFlightCount = next.count();
        }
    }

    /**
     * Looks whether the lane is held; if so, moves what it has to the gate's room for that, as far as there is room.
     *
     * @return whether it is
     */
    boolean lookIfHeld(long nowNs, InFlightGate gate) {
        synchronized (waiting) {
            isHeld = inFlight && nowNs - submittedNs > HELD_AFTER_NS;
            if (isHeld) {
                heldCount += gate.hold(inFlightCount + countWaiting() - heldCount);
                heldAt = gate;
            }
            return isHeld;
        }
    }

    /** Whether the lane was held at the last look and has not been answered since. Costs nothing. */
    boolean isHeld() {
        return isHeld;
    }

    /** Whether a batch has been out for longer than that. Costs a short lock. */
    boolean isSilent(long nowNs, long forNs) {
        synchronized (waiting) {
            return inFlight && nowNs - submittedNs > forNs;
        }
    }

    /** So many of the batch in flight are about to be answered. */
    private void settle(int count) {
        synchronized (waiting) {
            isHeld = false;
            submittedNs = System.nanoTime();
            inFlightCount -= count;
            int released = Math.min(heldCount, count);
            if (released > 0 && heldAt != null) {
                heldCount -= released;
                heldAt.release(released);
            }
        }
    }

    /** How long the oldest transaction of this lane has waited for its answer; 0: none is in flight. */
    long oldestNs(long nowNs) {
        synchronized (waiting) {
            return inFlight ? Math.max(0, nowNs - inFlightReadNs) : 0;
        }
    }

    /** Transactions that wait here for the batch before them. */
    int waitingCount() {
        synchronized (waiting) {
            return countWaiting();
        }
    }

    private int countWaiting() {
        int count = 0;
        for (LaneBatch batch : waiting) {
            count += batch.count();
        }
        return count;
    }

    private void addWaiting(byte[] transactions, int first, int count, AnswerListener listener, long arrivedNs) {
        int batchLimit = host.batchLimit();
        int taken = 0;
        while (taken < count) {
            LaneBatch last = waiting.peekLast();
            if (last == null || last.count() >= batchLimit) {
                last = new LaneBatch(host.nextBatchId(), Math.min(batchLimit, count - taken));
                waiting.addLast(last);
            }
            int added = Math.min(count - taken, batchLimit - last.count());
            last.add(transactions, first + taken, added, listener, arrivedNs);
            taken += added;
        }
    }

    private void submitFirst(LaneBatch batch) {
        batch.recordWait(host.meter(), System.nanoTime());
        submit(batch);
    }

    private void submit(LaneBatch batch) {
        long submittedNs = System.nanoTime();
        // Runnable::run: a callback on the common pool would cost a new thread each on a machine of two cores.
        batch.submit(shard, host)
                .whenCompleteAsync(
                        (answers, failure) -> completed(batch, answers, failure, System.nanoTime() - submittedNs),
                        Runnable::run);
    }

    private void completed(LaneBatch batch, byte @Nullable [] answers, @Nullable Throwable failure, long elapsedNs) {
        if (failure != null) {
            failed(batch, failure, elapsedNs);
        } else if (answers == null || BatchAnswer.count(answers) != batch.partCount()) {
            failed(batch, new IllegalStateException("the owner has not answered each transaction once"), elapsedNs);
        } else if (host.isAnswer(answers)) {
            host.meter().batchAnswered(batch.partCount(), elapsedNs);
            batch.trial().answered();
            answer(batch, BatchAnswer.answers(answers));
        } else {
            host.meter().batchHeld();
            batch.trial().answered();
            host.whenConfirmed(shard, () -> submit(batch));
        }
    }

    private void answer(LaneBatch batch, short[] answers) {
        settle(batch.partCount());
        if (batch.answer(answers, host.log())) {
            submitNext();
        } else {
            host.later(() -> submit(batch), 0);
        }
    }

    private void submitNext() {
        LaneBatch next;
        synchronized (waiting) {
            next = waiting.pollFirst();
            inFlight = next != null;
            trackOldest(next);
        }
        if (next != null) {
            // Not here: Hazelcast lets no remote call be made on a thread that handles responses.
            host.later(() -> submitFirst(next), 0);
        }
    }

    private void failed(LaneBatch batch, Throwable failure, long elapsedNs) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        host.meter().batchFailed(cause);
        int failures = batch.trial().failed();
        Absence absence = Absence.in(cause);
        if (absence == Absence.MEMBER) {
            host.log().submittedAgain(shard, batch.partCount(), failures, cause);
            // At once the first time: most often the shard has moved, and is where it moved to.
            host.later(() -> submit(batch), failures == 1 ? 0 : Router.RETRY_DELAY_MS);
            return;
        }
        restartClock();
        BatchTrial.Next next = batch.trial().next(absence, batch.partCount(), batch.isWhole(), elapsedNs);
        if (next == BatchTrial.Next.REJECT) {
            reject(batch, cause);
        } else {
            host.log().submittedAgain(shard, batch.partCount(), failures, cause);
            goOn(batch, next);
        }
    }

    /**
     * A call has failed by itself and is tried again a bounded number of times: that is no silence. A client that was asked to send its
     * record again meanwhile would begin all tries anew, and never be answered.
     */
    private void restartClock() {
        synchronized (waiting) {
            submittedNs = System.nanoTime();
        }
    }

    private void goOn(LaneBatch batch, BatchTrial.Next next) {
        switch (next) {
            case CONFIRM_COPIES ->
                host.whenConfirmed(shard, () -> {
                    batch.trial().confirmed();
                    submit(batch);
                });
            case HALVE -> {
                host.meter().batchHalved();
                batch.halve();
                host.later(() -> submit(batch), 0);
            }
            default -> host.later(() -> submit(batch), batch.isWhole() ? Router.RETRY_DELAY_MS : 0);
        }
    }

    private void reject(LaneBatch batch, Throwable cause) {
        short[] answers = new short[batch.partCount()];
        Arrays.fill(answers, Answer.rejected(Rejection.UNPROCESSABLE));
        host.log().rejected(shard, answers.length, batch.lastCard(), cause);
        answer(batch, answers);
    }
}
