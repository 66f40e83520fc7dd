package com.hazelcast.certification.routing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the transactions of a member that are read and not answered. A reader that would pass the bound waits here, does
 * not read its socket meanwhile, and so slows its source down. Whoever must not block is called instead of waiting. Both stand in
 * one queue, first come, first served, so that neither can keep the other out. Thread-safe; one short lock a read or answer, not
 * one a transaction.
 *
 * <p>The bound may be one that adapts ({@link InFlightLimit}), below the one that always holds: then whoever comes while less than that is in
 * flight enters, with all that it brings, so that a large batch waits no longer than a small one. What is in flight passes the
 * adaptive limit by one batch or read at most, and the bound never.
 *
 * <p>What waits for a shard that gives no answers is moved to a room of its own ({@link #hold}), so that it takes none from the
 * others. That room has twice the limit; when as much as the limit is in it, readers wait, because a source's stream is in order
 * and cannot leave out a shard. So at most three times the limit is read and not answered.
 */
public final class InFlightGate {
    /** So many times the limit may be held. */
    private static final int HELD_ROOMS = 2;

    /** So many reads fill the limit. */
    private static final int PORTIONS = 4;

    private final int limit;

    /** Null: none but the bound. */
    private final @Nullable InFlightLimit adaptive;

    private final LongSupplier nanoClock;

    /** Who waits, first come first served. At most one a reader and one a connection, so their number bounds it. */
    @GuardedBy("this")
    private final Queue<Waiter> waiters = new ArrayDeque<>();

    /** Without those that are held. */
    @GuardedBy("this")
    private int inFlight;

    @GuardedBy("this")
    private int held;

    @GuardedBy("this")
    private int readersAtHeld;

    private final LongAdder stalls = new LongAdder();
    private final LongAdder stallNs = new LongAdder();

    private record Waiter(int count, Runnable entered, long beginNs) {}

    /** A gate for at most that many transactions. */
    public InFlightGate(int limit) {
        this(limit, null, System::nanoTime);
    }

    /**
     * A gate whose limit adapts.
     *
     * @param limit bound on it
     * @param least it is never less, nor more than the bound
     */
    public InFlightGate(int limit, int least, LongSupplier nanoClock) {
        this(limit, new InFlightLimit(least, limit, nanoClock.getAsLong()), nanoClock);
    }

    /**
     * The least limit with which calls are worth what they cost.
     *
     * @param shardCount shards that the transactions are for
     * @param hasBackups whether each call to a shard makes one to its backups
     */
    public static int usualLeast(int shardCount, boolean hasBackups) {
        return InFlightLimit.floor(shardCount, hasBackups);
    }

    private InFlightGate(int limit, @Nullable InFlightLimit adaptive, LongSupplier nanoClock) {
        this.limit = limit;
        this.adaptive = adaptive;
        this.nanoClock = nanoClock;
    }

    /** Greatest number that one {@link #enter} may ask for. */
    public int limit() {
        return limit;
    }

    /** Below which whoever comes may enter now; the bound when the limit does not adapt. */
    public synchronized int currentLimit() {
        return adaptive == null ? limit : adaptive.current();
    }

    /** Whether the limit follows the throughput. */
    public boolean isAdaptive() {
        return adaptive != null;
    }

    /** How many a reader should bring at a time, so that several find room: a part of the limit. */
    public int portion() {
        return currentLimit() / PORTIONS;
    }

    /** The most that {@link #inFlight} can be: what is held stands in rooms of its own. */
    public int inFlightMax() {
        return (1 + HELD_ROOMS) * limit;
    }

    /**
     * Waits until that many more may be in flight; for whoever reads a stream in order. Waits as well while as much as the limit is held.
     *
     * @throws InterruptedException when the reader is stopped; nothing has been taken then
     */
    public void enter(int count) throws InterruptedException {
        awaitRoomForHeld();
        CountDownLatch turn = new CountDownLatch(1);
        Runnable entered = turn::countDown;
        if (enterOrCall(count, entered)) {
            return;
        }
        try {
            turn.await();
        } catch (InterruptedException e) {
            if (!withdraw(entered)) {
                leave(count);
            }
            throw e;
        }
    }

    private synchronized void awaitRoomForHeld() throws InterruptedException {
        if (held < limit) {
            return;
        }
        long beginNs = nanoClock.getAsLong();
        stalls.increment();
        readersAtHeld++;
        try {
            while (held >= limit) {
                wait();
            }
        } finally {
            readersAtHeld--;
            stallNs.add(nanoClock.getAsLong() - beginNs);
        }
    }

    /**
     * Moves that many that are in flight to the room of those that are held; fewer when it is full.
     *
     * @return how many; {@link #release} must follow for each before it leaves
     */
    public int hold(int count) {
        int moved;
        List<Waiter> next;
        synchronized (this) {
            moved = Math.max(0, Math.min(count, HELD_ROOMS * limit - held));
            held += moved;
            inFlight -= moved;
            next = takeWhoeverFits();
        }
        call(next);
        return moved;
    }

    /** That many are held no longer: they are answered, and leave next. */
    public synchronized void release(int count) {
        held -= count;
        inFlight += count;
        notifyAll();
    }

    /**
     * As {@link #enter}, for a thread that must not block.
     *
     * @param entered called once that many have entered, if they have not yet; on the thread of whoever left, so it must
     *     hand on to its own. Another object for each call that waits
     * @return whether they have entered already; then nothing is called
     */
    public synchronized boolean enterOrCall(int count, Runnable entered) {
        if (waiters.isEmpty() && hasRoom(count)) {
            inFlight += count;
            return true;
        }
        stalls.increment();
        waiters.add(new Waiter(count, entered, nanoClock.getAsLong()));
        return false;
    }

    /**
     * Takes out of the queue whoever is to be called that way, as when its connection has closed.
     *
     * @return whether it waited; if not, it has been called, or is about to be
     */
    public boolean withdraw(Runnable entered) {
        List<Waiter> next;
        synchronized (this) {
            if (!waiters.removeIf(waiter -> waiter.entered == entered)) {
                return false;
            }
            // It may have stood before others for whom there is room.
            next = takeWhoeverFits();
        }
        call(next);
        return true;
    }

    /**
     * Enters at once, past whoever waits; for whoever has a deadline. Streams fill the limit whenever they can, so a quarter more than the limit
     * is kept for such calls. They have no more than that, because what a silent shard keeps of them would stop the streams to all others.
     *
     * @return whether it has entered
     */
    public synchronized boolean tryEnterPast(int count) {
        int now = currentLimit();
        if (inFlight + count > now + now / PORTIONS || inFlight + held + count > inFlightMax()) {
            return false;
        }
        inFlight += count;
        return true;
    }

    /** That many have been answered. */
    public void leave(int count) {
        List<Waiter> next;
        synchronized (this) {
            inFlight -= count;
            if (adaptive != null) {
                adaptive.left(count, !waiters.isEmpty(), nanoClock.getAsLong());
            }
            next = takeWhoeverFits();
        }
        call(next);
    }

    @GuardedBy("this")
    private boolean hasRoom(int count) {
        return inFlight + count <= limit && (adaptive == null || inFlight < adaptive.current());
    }

    @GuardedBy("this")
    private List<Waiter> takeWhoeverFits() {
        Waiter first = waiters.peek();
        if (first == null || !hasRoom(first.count)) {
            return List.of();
        }
        List<Waiter> taken = new ArrayList<>();
        while (first != null && hasRoom(first.count)) {
            inFlight += first.count;
            taken.add(first);
            waiters.remove();
            first = waiters.peek();
        }
        return taken;
    }

    // Outside the lock: whoever is called may come back at once.
    private void call(List<Waiter> entered) {
        for (Waiter waiter : entered) {
            stallNs.add(nanoClock.getAsLong() - waiter.beginNs);
            waiter.entered.run();
        }
    }

    /** Transactions in flight, those that are held included. */
    public synchronized int inFlight() {
        return inFlight + held;
    }

    /** Of these, those that wait for a shard that gives no answers. */
    public synchronized int held() {
        return held;
    }

    /** How often a reader, or a connection of the gateway, has had to wait here. */
    public long stallCount() {
        return stalls.sum();
    }

    /** How long they have waited here, in nanoseconds, added up; waits that have not ended are not in it. */
    public long stallNs() {
        return stallNs.sum();
    }

    /** Readers and connections that wait here now. */
    public synchronized int stalledReaders() {
        return waiters.size() + readersAtHeld;
    }
}
