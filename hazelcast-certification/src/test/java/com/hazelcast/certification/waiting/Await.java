package com.hazelcast.certification.waiting;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits of tests for a named state, with a time-out. */
public final class Await {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long STEP_NS = 1_000_000;

    private Await() {}

    /**
     * Waits until it is so, and looks each millisecond.
     *
     * @param what the state, as a failure names it
     * @throws AssertionError when it is not so within a minute
     */
    public static void until(String what, BooleanSupplier isSo) {
        until(what, isSo, STEP_NS);
    }

    /** As {@link #until(String, BooleanSupplier)}, for looks that cost something: with so long between two of them. */
    public static void until(String what, BooleanSupplier isSo, long stepNs) {
        long deadlineNs = System.nanoTime() + TIMEOUT.toNanos();
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("not within " + TIMEOUT.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(stepNs);
        }
    }
}
