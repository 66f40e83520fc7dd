package com.hazelcast.certification.systemtests.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many answers came in each second of a run, and how many of them were poor: later than their deadline, or a stand-in's. Thread-safe, without
 * a lock; what comes after {@value #SECONDS_MAX} seconds counts for the last one.
 */
final class AnswerSeconds {
    private static final int SECONDS_MAX = 4 * 3_600;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** Answers are looked at over so many seconds that have passed. */
    private static final int STEADY_SECONDS = 3;

    private static final double STEADY_SHARE = 0.9;

    /** One answer in so many may be poor while nothing fires: a member that collects garbage may be late once. */
    private static final long POOR_PART = 1_000;

    private final long startNs;
    private final AtomicLongArray answers = new AtomicLongArray(SECONDS_MAX);
    private final AtomicLongArray poor = new AtomicLongArray(SECONDS_MAX);

    /** Of a run that began then, by {@code System.nanoTime()}. */
    AnswerSeconds(long startNs) {
        this.startNs = startNs;
    }

    void add(long nowNs, boolean isPoor) {
        int second = Math.min(secondOf(nowNs), SECONDS_MAX - 1);
        long unusedAnswers = answers.incrementAndGet(second);
        if (isPoor) {
            long unusedPoor = poor.incrementAndGet(second);
        }
    }

    /** Answers in each second that has passed. */
    List<Long> full(long nowNs) {
        List<Long> counts = new ArrayList<>();
        for (int second = 0; second < passed(nowNs); second++) {
            counts.add(answers.get(second));
        }
        return counts;
    }

    /** Whether the answers of the last seconds were as many as were requested, and hardly one of them was poor. */
    boolean isSteady(long nowNs, long ratePerSecond) {
        int now = passed(nowNs);
        if (now < STEADY_SECONDS) {
            return false;
        }
        long count = 0;
        long poorCount = 0;
        for (int second = now - STEADY_SECONDS; second < now; second++) {
            if (answers.get(second) < STEADY_SHARE * ratePerSecond) {
                return false;
            }
            count += answers.get(second);
            poorCount += poor.get(second);
        }
        return poorCount * POOR_PART <= count;
    }

    /** The seconds that {@link #isSteady} looks at, in words. */
    String last(long nowNs) {
        int now = passed(nowNs);
        List<Long> counts = new ArrayList<>();
        List<Long> poorCounts = new ArrayList<>();
        for (int second = Math.max(0, now - STEADY_SECONDS); second < now; second++) {
            counts.add(answers.get(second));
            poorCounts.add(poor.get(second));
        }
        return "answersOfLastSeconds=" + counts + " lateOrByStandIn=" + poorCounts;
    }

    private int passed(long nowNs) {
        return Math.min(SECONDS_MAX, secondOf(nowNs));
    }

    private int secondOf(long nowNs) {
        return (int) ((nowNs - startNs) / SECOND_NS);
    }
}
