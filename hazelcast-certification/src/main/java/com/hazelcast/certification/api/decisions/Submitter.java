package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.gateway.NewCardQuota;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whose transactions they are: how many of them may be without an answer at once, and how many new cards they may open. Thread-safe.
 */
public final class Submitter {
    private static final int FREE_TIMES = 7;

    private final String name;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger batches = new AtomicInteger();
    private final NewCardQuota newCards;
    private volatile int limit;
    private volatile TurnedAway.Reason whenFull;

    /**
     * Without transactions.
     *
     * @param name the client's
     * @param limit most at once
     * @param whenFull said when there are as many
     */
    public Submitter(String name, int limit, TurnedAway.Reason whenFull, NewCardQuota newCards) {
        this.name = name;
        this.limit = limit;
        this.whenFull = whenFull;
        this.newCards = newCards;
    }

    /** The client's, the same on every member. */
    String name() {
        return name;
    }

    /** From now on that many may be there at once. */
    public void allow(int most, TurnedAway.Reason reason) {
        limit = most;
        whenFull = reason;
    }

    /** One more is without an answer. */
    public void enter() throws TurnedAway {
        if (inFlight.incrementAndGet() > limit) {
            inFlight.decrementAndGet();
            throw new TurnedAway(whenFull);
        }
    }

    /**
     * Whether it has more than {@value #FREE_TIMES} times as many places of a queue as are free there, besides its own bound. As long as nobody
     * has, some are free for others, however many clients take all that they may.
     */
    boolean isGreedy(int free) {
        return inFlight.get() > FREE_TIMES * free;
    }

    void leave() {
        inFlight.decrementAndGet();
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

    /** Transactions without an answer. */
    public int inFlight() {
        return inFlight.get();
    }

    boolean mayOpenCards() {
        return !newCards.isUsedUp();
    }

    void openedCard() {
        newCards.charge(1);
    }
}
