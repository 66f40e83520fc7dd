package com.hazelcast.certification.backtest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.CardHash;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A backtest of a member that runs, or has run last, and the threads that drive it. However one of them ends, it is counted as ended, and
 * the backtest has failed unless it came to the end of its part. Thread-safe.
 */
final class BacktestProgress {
    private static final long END_MAX_S = 5;

    private final BacktestRun run;
    private final List<Integer> shards;
    private final int threads;

    @GuardedBy("this")
    private final BacktestTally tally;

    @GuardedBy("this")
    private long positions;

    /** Threads that have not ended, or not begun. */
    @GuardedBy("this")
    private int left;

    private volatile String failure = "";

    /** What a thread does. */
    interface Part {
        /**
         * Does what a thread is to do.
         *
         * @param thread its number, from 0
         */
        void go(int thread) throws InterruptedException, ExecutionException, TimeoutException;
    }

    /** Counts as running from now on; {@link #start} is still to be called. */
    BacktestProgress(BacktestRun run, List<Integer> shards, int threads) {
        this.run = run;
        this.shards = shards;
        this.tally = run.newTally();
        this.threads = threads;
        this.left = threads;
    }

    /** Starts the threads. One that cannot be started makes the backtest fail, and the others end with their slice. */
    void start(ThreadFactory factory, Part part) {
        for (int i = 0; i < threads; i++) {
            int thread = i;
            try {
                factory.newThread(() -> go(part, thread)).start();
            } catch (RuntimeException | Error e) {
                fail("a thread cannot be started: " + e);
                end();
            }
        }
    }

    private void go(Part part, int thread) {
        try {
            part.go(thread);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail("interrupted");
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            fail("a shard did not answer: " + (e.getCause() == null ? e : e.getCause()));
        } catch (Error e) {
            // Otherwise what is counted so far would pass for all of it.
            fail("a thread has failed: " + e);
            throw e;
        } finally {
            end();
        }
    }

    BacktestRun run() {
        return run;
    }

    List<Integer> shards() {
        return shards;
    }

    boolean isFailed() {
        return !failure.isEmpty();
    }

    synchronized boolean isRunning() {
        return left > 0;
    }

    /**
     * Counts the answer of a slice.
     *
     * @param part what it has counted
     * @param more positions that are done with it
     */
    synchronized void add(BacktestTally part, long more) {
        tally.add(part);
        positions += more;
    }

    /** Leaves out the examples of that card. */
    synchronized void forget(long card) {
        tally.forget(card);
    }

    /** Has all threads end; the first reason stays. */
    synchronized void fail(String why) {
        failure = failure.isEmpty() ? why : failure;
        run.cancel();
    }

    private synchronized void end() {
        left--;
        notifyAll();
    }

    /** Waits for the threads, for {@value #END_MAX_S} s at most. */
    synchronized void awaitEnd() throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_MAX_S);
        while (left > 0 && System.nanoTime() < endNs) {
            wait(TimeUnit.SECONDS.toMillis(1));
        }
    }

    synchronized BacktestState state() {
        boolean isRunning = isRunning();
        double done = shards.isEmpty() ? 1 : positions / ((double) CardHash.POSITIONS * shards.size());
        return new BacktestState(
                run.plan().id(),
                shards,
                isRunning,
                done,
                failure,
                isRunning || isFailed()
                        ? List.of()
                        : Arrays.stream(tally.toLongs()).boxed().toList());
    }
}
