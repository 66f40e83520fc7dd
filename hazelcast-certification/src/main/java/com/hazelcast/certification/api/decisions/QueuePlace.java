package com.hazelcast.certification.api.decisions;

import java.util.concurrent.atomic.AtomicBoolean;

/** A place in the queue of a {@link DecisionDesk}. It is given back once, by whoever is the first to do so. Thread-safe. */
public final class QueuePlace {
    private final Runnable giveBack;
    private final AtomicBoolean isTaken = new AtomicBoolean(true);

    QueuePlace(Runnable giveBack) {
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
