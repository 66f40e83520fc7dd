package com.hazelcast.certification.routing;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Has the lanes that are ready leave together when the {@link LatencyBudget} says so, and then what they leave for each member as one
 * message. Thread-safe. A lane is in the queue once at most.
 */
final class Departures {
    private final Queue<Lane> ready = new ConcurrentLinkedQueue<>();

    /** Since when the oldest transaction of the ready lanes has been there. */
    private final AtomicLong oldestNs = new AtomicLong(Long.MAX_VALUE);

    private final AtomicBoolean isPlanned = new AtomicBoolean();
    private final LatencyBudget budget;
    private final LongSupplier nanoClock;
    private final Timer timer;
    private final Runnable dispatch;

    /** Runs a task on the submitting thread. */
    @FunctionalInterface
    interface Timer {
        /** Runs it after that time, or never when the member is leaving. */
        void runAfter(Runnable task, long delayNs);
    }

    /**
     * No lane is ready.
     *
     * @param dispatch sends the messages that a departure has filled
     */
    Departures(LatencyBudget budget, LongSupplier nanoClock, Timer timer, Runnable dispatch) {
        this.budget = budget;
        this.nanoClock = nanoClock;
        this.timer = timer;
        this.dispatch = dispatch;
    }

    /** The lane has transactions to submit, the oldest of them since then, and no batch in flight. {@link #leave} must follow. */
    void ready(Lane lane, long firstArrivedNs) {
        oldestNs.accumulateAndGet(firstArrivedNs, (a, b) -> a == Long.MAX_VALUE || b - a < 0 ? b : a);
        ready.add(lane);
    }

    /** Has the ready lanes leave, now if that is due. Makes calls: never on a thread of Hazelcast's that must make none. */
    void leave() {
        if (ready.isEmpty()) {
            return;
        }
        long delayNs = dueNs() - nanoClock.getAsLong();
        if (delayNs <= 0) {
            depart();
        } else {
            plan(delayNs);
        }
    }

    /** The same on the submitting thread, for whoever must make no calls. */
    void leaveLater() {
        if (!ready.isEmpty()) {
            plan(Math.max(0, dueNs() - nanoClock.getAsLong()));
        }
    }

    private long dueNs() {
        long oldest = oldestNs.get();
        return oldest == Long.MAX_VALUE ? budget.nextNs() : budget.dueNs(oldest);
    }

    private void plan(long delayNs) {
        if (isPlanned.compareAndSet(false, true)) {
            timer.runAfter(
                    () -> {
                        isPlanned.set(false);
                        leave();
                    },
                    delayNs);
        }
    }

    private void depart() {
        oldestNs.set(Long.MAX_VALUE);
        budget.departed(nanoClock.getAsLong());
        // Those that become ready meanwhile, answered by other threads, leave next time: this thread has other work.
        int count = ready.size();
        for (int i = 0; i < count; i++) {
            Lane lane = ready.poll();
            if (lane == null) {
                break;
            }
            lane.depart();
        }
        dispatch.run();
        leaveLater();
    }
}
