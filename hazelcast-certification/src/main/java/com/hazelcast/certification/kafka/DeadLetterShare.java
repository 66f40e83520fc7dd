package com.hazelcast.certification.kafka;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The share of dead letters among the last records of a reader's session. When it is too much, all readers of the member that read these
 * topics are paused, until someone has them go on: see {@link Pause}. Used by the reader's thread.
 */
final class DeadLetterShare {
    private final int percentMax;
    private final Pause pause;
    private final BitSet dead = new BitSet(KafkaLimits.DEAD_LETTER_WINDOW);
    private int deadCount;
    private int next;
    private int seen;
    private int resumesSeen;

    /**
     * Whether the readers of some topics are paused. It outlives their sessions, so that a failure, a stop or partitions that change hands do
     * not end it: only {@link #end} does, and the end of the process. Thread-safe.
     */
    static final class Pause {
        private static final int NEVER = -1;

        private final AtomicInteger resumes = new AtomicInteger();
        private final AtomicInteger pausedAfter = new AtomicInteger(NEVER);
        private volatile double percent;

        boolean isPaused() {
            return pausedAfter.get() == resumes.get();
        }

        /** Of a hundred records, at the reader that began it. */
        double percent() {
            return percent;
        }

        /** Lets all readers go on; each begins to count again. */
        void end() {
            int unused = resumes.incrementAndGet();
        }

        /** What was counted before a later resume pauses nobody. */
        private void begin(int afterResumes, double percentNow) {
            if (pausedAfter.get() < afterResumes) {
                percent = percentNow;
                int unused = pausedAfter.accumulateAndGet(afterResumes, Math::max);
            }
        }
    }

    /** @param percentMax more is too much */
    DeadLetterShare(int percentMax, Pause pause) {
        this.percentMax = percentMax;
        this.pause = pause;
        this.resumesSeen = pause.resumes.get();
    }

    void add(boolean isDead) {
        forgetBeforeResume();
        if (dead.get(next) != isDead) {
            dead.set(next, isDead);
            deadCount += isDead ? 1 : -1;
        }
        next = next + 1 == KafkaLimits.DEAD_LETTER_WINDOW ? 0 : next + 1;
        seen = Math.min(seen + 1, KafkaLimits.DEAD_LETTER_WINDOW);
        if (seen >= KafkaLimits.DEAD_LETTER_RECORDS_MIN && 100 * deadCount > percentMax * seen) {
            pause.begin(resumesSeen, 100.0 * deadCount / seen);
        }
    }

    private void forgetBeforeResume() {
        int resumes = pause.resumes.get();
        if (resumes != resumesSeen) {
            resumesSeen = resumes;
            dead.clear();
            deadCount = 0;
            next = 0;
            seen = 0;
        }
    }

    /** Whether it was too much, here or at another reader of the member, and nobody has had them go on. */
    boolean isTooMuch() {
        return pause.isPaused();
    }

    /** Of a hundred records, when it became too much. */
    double percent() {
        return pause.percent();
    }
}
