package com.hazelcast.certification.routing;

import java.util.concurrent.Semaphore;

/**
 * Bounds the transactions of a member that are read and not answered. A reader that would pass the bound waits here, does
 * not read its socket meanwhile, and so slows its source down. Thread-safe; one call a read, not one a transaction.
 */
public final class InFlightGate {
    private final int limit;
    private final Semaphore permits;

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
        permits.acquire(count);
    }

    /** That many have been answered. */
    public void leave(int count) {
        permits.release(count);
    }

    /** Transactions in flight. */
    public int inFlight() {
        return limit - permits.availablePermits();
    }
}
