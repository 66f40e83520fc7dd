package com.hazelcast.certification.api.decisions;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a member: transactions and calls without an answer, each with a place of its client's share. Whoever finds no place is turned
 * away, and nothing was taken. Thread-safe.
 */
public final class MemberQueue {
    private final int max;
    private final Consumer<TurnedAway.Reason> turnedAway;
    private final AtomicInteger taken = new AtomicInteger();

    /** A place in the queue. It is given back once, by whoever is the first to do so. Thread-safe. */
    public static final class Place {
        private final Runnable giveBack;
        private final AtomicBoolean isTaken = new AtomicBoolean(true);

        private Place(Runnable giveBack) {
            this.giveBack = giveBack;
        }

        /** Runs a step of what has the place, and gives the place back when the step throws: then no other step follows. */
        public void during(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException e) {
                leave();
                throw e;
            }
        }

        /** Gives it back; does nothing when it was given back before. */
        public void leave() {
            if (isTaken.getAndSet(false)) {
                giveBack.run();
            }
        }
    }

    /**
     * Without anybody.
     *
     * @param max places
     * @param turnedAway counts calls that are turned away
     */
    MemberQueue(int max, Consumer<TurnedAway.Reason> turnedAway) {
        this.max = max;
        this.turnedAway = turnedAway;
    }

    /** Takes a place for a transaction, which {@link #leave} gives back. Its caller counts it when it is turned away. */
    void enter(Submitter submitter) throws TurnedAway {
        submitter.enter();
        TurnedAway.Reason full = take(submitter);
        if (full != null) {
            leave(submitter);
            throw new TurnedAway(full);
        }
    }

    void leave(Submitter submitter) {
        taken.decrementAndGet();
        submitter.leave();
    }

    /**
     * Takes a place for a call that submits nothing itself.
     *
     * @throws TurnedAway when there is no room for it
     */
    public Place enterCall(Submitter submitter) throws TurnedAway {
        try {
            enter(submitter);
        } catch (TurnedAway e) {
            turnedAway.accept(e.reason());
            throw e;
        }
        return new Place(() -> leave(submitter));
    }

    /**
     * Takes a place for a call that waits for the decision of a transaction of its own client. It takes nothing of a quota of concurrency, of
     * which the transaction had its part when it was submitted.
     *
     * @throws TurnedAway when there is no room for it
     */
    public Place enterWait(Submitter submitter) throws TurnedAway {
        try {
            return enterWaiting(submitter);
        } catch (TurnedAway e) {
            turnedAway.accept(e.reason());
            throw e;
        }
    }

    /** As {@link #enterWait}, for a call that may go on without; null: there is no room for it, and it is not counted. */
    public @Nullable Place tryEnterWait(Submitter submitter) {
        try {
            return enterWaiting(submitter);
        } catch (TurnedAway e) {
            return null;
        }
    }

    private Place enterWaiting(Submitter submitter) throws TurnedAway {
        submitter.enterWait();
        Place place = new Place(() -> {
            taken.decrementAndGet();
            submitter.leaveWait();
        });
        TurnedAway.Reason full = take(submitter);
        if (full != null) {
            place.leave();
            throw new TurnedAway(full);
        }
        return place;
    }

    /** Counts one more; returns why it may not stay, or null. */
    private TurnedAway.@Nullable Reason take(Submitter submitter) {
        // The one that it takes is one of these.
        int free = max - taken.incrementAndGet() + 1;
        if (free < 1) {
            return TurnedAway.Reason.MEMBER_FULL;
        }
        return submitter.isGreedy(free) ? TurnedAway.Reason.CLIENT_FULL : null;
    }

    /** Places that are taken. */
    int taken() {
        return taken.get();
    }
}
