package com.hazelcast.certification.routing;

import java.util.concurrent.TimeUnit;

/**
 * How long transactions wait for company before they leave for their owners: the one rule of waiting, for readers' sockets, for lanes
 * and for messages to other members.
 *
 * <p><b>Why.</b> A call costs more than the scoring of a hundred transactions, and its cost does not depend on how many it carries.
 * So at a low rate the processors are busy with calls, and what waits a little takes fewer.
 *
 * <p><b>The rule.</b> A member's transactions leave together, at <em>departures</em>. What arrives when the last departure is further back
 * than the wait leaves at once; so does a single transaction on an idle cluster. Whatever else arrives leaves with the next departure, which
 * comes as soon as the wait is over for the last departure or for the oldest transaction that waits. The wait is
 *
 * <pre>
 *   max(target - answer, target / 4) * max(0, 1 - batch / {@value #ENOUGH_TRANSACTIONS})
 * </pre>
 *
 * where <em>answer</em> is how long calls take now and <em>batch</em> how many transactions they carry: means over the last calls. So
 * the time to an answer stays within the target as long as calls leave room for that. When they do not and still carry little, it is
 * their number that takes the time: then a quarter of the target is waited, because company shortens the queues. Calls that carry
 * enough wait for nobody, and with a target of 0 nothing ever waits.
 *
 * <p>Thread-safe; a short lock a batch, none to look.
 */
public final class LatencyBudget {
    /** A call with so many transactions costs little beside them. */
    static final int ENOUGH_TRANSACTIONS = 256;

    /** The part of the target that is waited when it does not hold. */
    private static final int LEAST_PART = 4;

    /** One call counts for so much in the means. */
    private static final double WEIGHT = 1.0 / 32;

    private final long targetNs;
    private volatile double answerNs;
    private volatile double batch;
    private volatile long departedNs;

    /**
     * A budget.
     *
     * @param targetNs within which answers are to come
     * @param nowNs by the clock of all other calls, {@code System.nanoTime()}
     */
    public LatencyBudget(long targetNs, long nowNs) {
        this.targetNs = targetNs;
        this.departedNs = nowNs - targetNs;
    }

    /** Nothing waits. */
    public static LatencyBudget none() {
        return new LatencyBudget(0, 0);
    }

    /** A call has been answered, so long after it left; what it carried counts as a batch. */
    synchronized void answered(int transactionCount, long elapsedNs) {
        // A call that waited for a member that had gone says nothing of the next one.
        double elapsed = Math.min(elapsedNs, TimeUnit.SECONDS.toNanos(1));
        answerNs += (elapsed - answerNs) * WEIGHT;
        batch += (transactionCount - batch) * WEIGHT;
    }

    /** How long transactions wait now at most. */
    long waitNs() {
        double room = Math.max(targetNs - answerNs, (double) targetNs / LEAST_PART);
        return (long) (room * Math.max(0, 1 - batch / ENOUGH_TRANSACTIONS));
    }

    /** When the next departure is due, if what waits has been there since then. */
    long dueNs(long oldestArrivedNs) {
        long departed = departedNs;
        return (oldestArrivedNs - departed < 0 ? oldestArrivedNs : departed) + waitNs();
    }

    /** When the next departure is due if nothing waits that is older than the last one. */
    long nextNs() {
        return departedNs + waitNs();
    }

    /** All that waits leaves now. */
    void departed(long nowNs) {
        departedNs = nowNs;
    }
}
