package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.gateway.NewCardQuota;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whose transactions they are: how many of them may be without an answer at once, and how many new cards they may open. Thread-safe.
 */
public final class Submitter {
    private static final int FREE_TIMES = 7;

    private final String name;

    /** Transactions and calls without an answer, but for those that only wait. */
    private final AtomicInteger calls = new AtomicInteger();

    /** Places of the queue that it has, with those of calls that only wait. */
    private final AtomicInteger places = new AtomicInteger();

    private final AtomicInteger batches = new AtomicInteger();
    private final NewCardQuota newCards;
    private volatile int limit;
    private volatile int placesMax;
    private volatile TurnedAway.Reason whenFull;

    /**
     * Without transactions; calls that only wait count as all others do, until {@link #allow} says otherwise.
     *
     * @param name the client's
     * @param limit most at once
     * @param whenFull said when there are as many
     */
    public Submitter(String name, int limit, TurnedAway.Reason whenFull, NewCardQuota newCards) {
        this.name = name;
        this.limit = limit;
        this.placesMax = limit;
        this.whenFull = whenFull;
        this.newCards = newCards;
    }

    /** The client's, the same on every member. */
    String name() {
        return name;
    }

    /**
     * From now on that many may be there at once.
     *
     * @param more besides them may wait for decisions of its transactions
     */
    public void allow(int most, int more, TurnedAway.Reason reason) {
        limit = most;
        placesMax = (int) Math.min(Integer.MAX_VALUE, (long) most + more);
        whenFull = reason;
    }

    /** One more is without an answer. */
    public void enter() throws TurnedAway {
        if (calls.incrementAndGet() > limit) {
            calls.decrementAndGet();
            throw new TurnedAway(whenFull);
        }
        if (places.incrementAndGet() > placesMax) {
            leave();
            throw new TurnedAway(TurnedAway.Reason.CLIENT_FULL);
        }
    }

    /** One more waits for the decision of a transaction that was counted when it was submitted. */
    void enterWait() throws TurnedAway {
        if (places.incrementAndGet() > placesMax) {
            places.decrementAndGet();
            throw new TurnedAway(TurnedAway.Reason.CLIENT_FULL);
        }
    }

    /**
     * Whether it has more than {@value #FREE_TIMES} times as many places of a queue as are free there, besides its own bound. As long as nobody
     * has, some are free for others, however many clients take all that they may.
     */
    boolean isGreedy(int free) {
        return places.get() > FREE_TIMES * free;
    }

    void leave() {
        places.decrementAndGet();
        calls.decrementAndGet();
    }

    void leaveWait() {
        places.decrementAndGet();
    }

    /** Takes one of that many batches at once; false when there are as many, and nothing was taken. */
    public boolean tryEnterBatch(int most) {
        if (batches.incrementAndGet() > most) {
            leaveBatch();
            return false;
        }
        return true;
    }

    /** A batch has been answered. */
    public void leaveBatch() {
        batches.decrementAndGet();
    }

    /** Transactions and calls without an answer. */
    public int inFlight() {
        return places.get();
    }

    boolean mayOpenCards() {
        return !newCards.isUsedUp();
    }

    void openedCard() {
        newCards.charge(1);
    }
}
