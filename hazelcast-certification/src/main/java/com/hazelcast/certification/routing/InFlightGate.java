package com.hazelcast.certification.routing;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the transactions of a member that are read and not answered. A reader that would pass the bound waits here, does
 * not read its socket meanwhile, and so slows its source down. Whoever must not block is called instead of waiting. Thread-safe;
 * one call a read, not one a transaction. Only who waits looks at the clock.
 */
public final class InFlightGate {
    private final int limit;
    private final Semaphore permits;

    /** Who is to be called, first come first served. At most one a connection, so their number bounds it. */
    private final Queue<Caller> callers = new ArrayDeque<>();

    private volatile int callerCount;

    private final LongAdder stalls = new LongAdder();
    private final LongAdder stallNs = new LongAdder();
    private final AtomicInteger stalled = new AtomicInteger();

    private record Caller(int count, Runnable entered, long beginNs) {}

    /** A gate for at most that many transactions. */
    public InFlightGate(int limit) {
        this.limit = limit;
        this.permits = new Semaphore(limit);
    }

    /** Greatest number that one {@link #enter} may ask for. */
    public int limit() {
        return limit;
    }

    /**
     * Waits until that many more may be in flight.
     *
     * @throws InterruptedException when the reader is stopped; nothing has been taken then
     */
    public void enter(int count) throws InterruptedException {
        if (!permits.tryAcquire(count)) {
            long beginNs = beginStall();
            try {
                permits.acquire(count);
            } finally {
                endStall(beginNs);
            }
        }
    }

    private long beginStall() {
        stalls.increment();
        stalled.incrementAndGet();
        return System.nanoTime();
    }

    private void endStall(long beginNs) {
        stalled.decrementAndGet();
        stallNs.add(System.nanoTime() - beginNs);
    }

    /**
     * As {@link #enter}, for a thread that must not block.
     *
     * @param entered called once that many have entered, if they have not yet; on the thread of whoever left, so it must
     *     hand on to its own
     * @return whether they have entered already; then nothing is called
     */
    public boolean enterOrCall(int count, Runnable entered) {
        synchronized (callers) {
            if (callers.isEmpty() && permits.tryAcquire(count)) {
                return true;
            }
            callers.add(new Caller(count, entered, beginStall()));
            callerCount = callers.size();
        }
        // Somebody may have left between the attempt and the call's becoming visible.
        letCallersIn();
        return false;
    }

    /** That many have been answered. */
    public void leave(int count) {
        permits.release(count);
        if (callerCount > 0) {
            letCallersIn();
        }
    }

    private void letCallersIn() {
        for (Caller next = nextCaller(); next != null; next = nextCaller()) {
            endStall(next.beginNs);
            next.entered.run();
        }
    }

    private @Nullable Caller nextCaller() {
        synchronized (callers) {
            Caller first = callers.peek();
            if (first == null || !permits.tryAcquire(first.count)) {
                return null;
            }
            callers.remove();
            callerCount = callers.size();
            return first;
        }
    }

    /** Transactions in flight. */
    public int inFlight() {
        return limit - permits.availablePermits();
    }

    /** How often a reader, or a connection of the door, has had to wait here. */
    public long stallCount() {
        return stalls.sum();
    }

    /** How long they have waited here, in nanoseconds, added up; waits that have not ended are not in it. */
    public long stallNs() {
        return stallNs.sum();
    }

    /** Readers and connections that wait here now. */
    public int stalledReaders() {
        return stalled.get();
    }
}
