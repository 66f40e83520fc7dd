package com.hazelcast.certification.kafka;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.Uuid;

/**
 * The share of dead letters among the last records of a topic at a reader, in all its sessions. When it is too much, all readers of the
 * member read no more of that topic, until someone has them go on: see {@link Pause}. Each topic has its own: among the good records of a
 * busy one, all of a small one with a wrong schema would be few. Used by the reader's thread.
 *
 * <p>It is the sum of two shares: of the last that were read, those that could not be, and of the last that were answered, those that were
 * rejected. What is counted when it is read and what is counted when it is answered have no common order: a poll is read whole before its
 * first answer is sent on, and answers may be held for long, so in one sequence its bad records would stand together.
 */
final class DeadLetterShare {
    private static final double PERCENT = 100;

    private final int percentMax;
    private final Pause pause;
    private final Last read = new Last();
    private final Last answered = new Last();
    private final Map<Integer, Counted> counted = new HashMap<>();
    private Uuid topicId = Uuid.ZERO_UUID;
    private int resumesSeen;

    /** The last records, in one order. */
    private static final class Last {
        private final BitSet dead = new BitSet(KafkaLimits.DEAD_LETTER_WINDOW);
        private int deadCount;
        private int next;
        private int seen;

        void add(boolean isDead) {
            if (dead.get(next) != isDead) {
                dead.set(next, isDead);
                deadCount += isDead ? 1 : -1;
            }
            next = next + 1 == KafkaLimits.DEAD_LETTER_WINDOW ? 0 : next + 1;
            seen = Math.min(seen + 1, KafkaLimits.DEAD_LETTER_WINDOW);
        }

        /** Of a hundred; 0 as long as there are too few. */
        double percent() {
            return seen < KafkaLimits.DEAD_LETTER_RECORDS_MIN ? 0 : PERCENT * deadCount / seen;
        }

        void forget() {
            dead.clear();
            deadCount = 0;
            next = 0;
            seen = 0;
        }
    }

    /**
     * Whether reading a topic is paused. It outlives the readers' sessions, so that a failure, a stop or partitions that change hands do
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

    /** Up to where the records of a partition count. What a failed session has not committed comes again, and counts once. */
    final class Counted {
        private long readEnd;
        private long answeredEnd;

        /** The record at that offset was read, or could not be; one that was gets an answer. */
        void addRead(long offset, boolean isDead) {
            if (offset >= readEnd) {
                readEnd = offset + 1;
                DeadLetterShare.this.addRead(isDead);
            }
        }

        /** The record at that offset is done with; one that could not be read is not dead here, as it counts where it was read. */
        void addAnswered(long offset, boolean isDead) {
            if (offset >= answeredEnd) {
                answeredEnd = offset + 1;
                DeadLetterShare.this.addAnswered(isDead);
            }
        }

        /** The partition is read from somewhere else: all that comes counts. */
        void forget() {
            readEnd = 0;
            answeredEnd = 0;
        }
    }

    /** @param percentMax more is too much */
    DeadLetterShare(int percentMax, Pause pause) {
        this.percentMax = percentMax;
        this.pause = pause;
        this.resumesSeen = pause.resumes.get();
    }

    /** A session begins to read the topic with that id. Of one that was made again since, all that comes counts. */
    void begin(Uuid id) {
        if (!id.equals(topicId)) {
            topicId = id;
            counted.values().forEach(Counted::forget);
        }
    }

    /** Of the partition of the topic with that number. */
    Counted counted(int partition) {
        return counted.computeIfAbsent(partition, unused -> new Counted());
    }

    /** A record was read, or could not be; one that was gets an answer. */
    void addRead(boolean isDead) {
        add(read, isDead);
    }

    /** A record is done with; one that could not be read is not dead here, as it counts where it was read. */
    void addAnswered(boolean isDead) {
        add(answered, isDead);
    }

    private void add(Last last, boolean isDead) {
        forgetBeforeResume();
        last.add(isDead);
        // A good record raises no share but the first one that there is.
        if (isDead || last.seen == KafkaLimits.DEAD_LETTER_RECORDS_MIN) {
            double percent = Math.min(PERCENT, read.percent() + answered.percent());
            if (percent > percentMax) {
                pause.begin(resumesSeen, percent);
            }
        }
    }

    private void forgetBeforeResume() {
        int resumes = pause.resumes.get();
        if (resumes != resumesSeen) {
            resumesSeen = resumes;
            read.forget();
            answered.forget();
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
