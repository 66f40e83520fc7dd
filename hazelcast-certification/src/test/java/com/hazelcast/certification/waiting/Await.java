package com.hazelcast.certification.waiting;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits of tests for a named state, with a time-out. */
public final class Await {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long STEP_NS = 1_000_000;

    /** Looks take processor time from what is awaited: who has waited for long looks less often, and waits a fiftieth longer for it. */
    private static final long SHARE = 50;

    private static final long STEPS_MAX = 4;

    private Await() {}

    /**
     * Waits until it is so, and looks each millisecond; after some time, each four milliseconds.
     *
     * @param what the state, as a failure names it
     * @throws AssertionError when it is not so within a minute
     */
    public static void until(String what, BooleanSupplier isSo) {
        until(what, isSo, STEP_NS);
    }

    /**
     * As {@link #until(String, BooleanSupplier)}, for looks that cost something: with so long between two of them, and after some time four
     * times as long.
     */
    public static void until(String what, BooleanSupplier isSo, long stepNs) {
        long beganNs = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            long waitedNs = System.nanoTime() - beganNs;
            if (waitedNs > TIMEOUT.toNanos()) {
                throw new AssertionError("not within " + TIMEOUT.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(Math.max(stepNs, Math.min(waitedNs / SHARE, STEPS_MAX * stepNs)));
        }
    }
}
