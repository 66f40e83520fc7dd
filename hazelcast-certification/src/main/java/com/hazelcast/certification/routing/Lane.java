package com.hazelcast.certification.routing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one shard. It has at most one batch in flight, so batches of a shard are scored in the order in which they
 * were handed in; what arrives meanwhile is the next batch. A single transaction at low load so leaves at once, and
 * batches grow by themselves under load.
 *
 * <p>A call that fails is submitted again, the same batch, until it succeeds or the router closes: the identity of a
 * transaction makes that safe. The same happens, once its copies are known to be complete, when the shard's owner could not
 * confirm them and answers are strict. Thread-safe; one short lock a batch. What waits is bounded by the {@link InFlightGate}.
 */
final class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final int shard;
    private final Router router;
    private final Deque<LaneBatch> waiting = new ArrayDeque<>(2);
    private boolean inFlight;

    Lane(int shard, Router router) {
        this.shard = shard;
        this.router = router;
    }

    /** Takes a copy of the transactions; submits them now if nothing is in flight. */
    void offer(byte[] transactions, int first, int count, AnswerListener listener, long readNs) {
        LaneBatch next;
        synchronized (waiting) {
            addWaiting(transactions, first, count, listener, readNs);
            next = inFlight ? null : waiting.pollFirst();
            inFlight = true;
        }
        if (next != null) {
            submitFirst(next);
        }
    }

    /** Transactions that wait here for the batch before them. */
    int waitingCount() {
        synchronized (waiting) {
            int count = 0;
            for (LaneBatch batch : waiting) {
                count += batch.count();
            }
            return count;
        }
    }

    private void addWaiting(byte[] transactions, int first, int count, AnswerListener listener, long readNs) {
        int batchLimit = router.batchLimit();
        int taken = 0;
        while (taken < count) {
            LaneBatch last = waiting.peekLast();
            if (last == null || last.count() >= batchLimit) {
                last = new LaneBatch(router.nextBatchId(), Math.min(batchLimit, count - taken));
                waiting.addLast(last);
            }
            int added = Math.min(count - taken, batchLimit - last.count());
            last.add(transactions, first + taken, added, listener, readNs);
            taken += added;
        }
    }

    private void submitFirst(LaneBatch batch) {
        batch.recordWait(router.meter(), System.nanoTime());
        submit(batch);
    }

    private void submit(LaneBatch batch) {
        long submittedNs = System.nanoTime();
        // Runnable::run: a callback on the common pool would cost a new thread each on a machine of two cores.
        router.submit(shard, batch.call())
                .whenCompleteAsync(
                        (answers, failure) -> {
                            if (failure == null && router.isAnswer(answers)) {
                                router.meter().batchAnswered(batch.count(), System.nanoTime() - submittedNs);
                                batch.answer(answers);
                                submitNext();
                            } else if (failure == null) {
                                router.meter().batchHeld();
                                router.whenConfirmed(shard, () -> submit(batch));
                            } else {
                                submitAgain(batch, failure);
                            }
                        },
                        Runnable::run);
    }

    private void submitNext() {
        LaneBatch next;
        synchronized (waiting) {
            next = waiting.pollFirst();
            inFlight = next != null;
        }
        if (next != null) {
            // Not here: Hazelcast lets no remote call be made on a thread that handles responses.
            router.later(() -> submitFirst(next), 0);
        }
    }

    private void submitAgain(LaneBatch batch, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        router.meter().batchFailed(cause);
        int failures = batch.failed();
        // The first, second, fourth ...: a shard that is away for minutes is said in some lines, not in thousands.
        if (Integer.bitCount(failures) == 1) {
            LOG.warn(
                    "shard {}: a batch of {} is submitted again after {} failed call(s): {}",
                    shard,
                    batch.count(),
                    failures,
                    cause.toString());
        }
        // At once the first time: most often the shard has moved, and is where it moved to.
        router.later(() -> submit(batch), failures == 1 ? 0 : Router.RETRY_DELAY_MS);
    }
}
