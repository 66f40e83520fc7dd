package com.hazelcast.certification.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counts what becomes of a client's transactions. Thread-safe; an answer costs some 50 ns. */
final class ClientCounters {
    /** Longer times count as an hour. */
    private static final long ANSWER_NANOS_MAX = TimeUnit.HOURS.toNanos(1);

    private final long slowNanos;
    private final LongAdder submitted = new LongAdder();
    private final LongAdder[] answered = new LongAdder[Verdict.Status.values().length];
    private final LongAdder[] rejected = new LongAdder[RejectionReason.values().length];
    private final LongAdder failed = new LongAdder();
    private final LongAdder sentAgain = new LongAdder();
    private final LongAdder slow = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final LongAdder connectionsLost = new LongAdder();
    private final LongAdder moved = new LongAdder();
    private final LongAdder listsRefused = new LongAdder();
    private final Histogram answerNanos = new ConcurrentHistogram(ANSWER_NANOS_MAX, 2);

    ClientCounters(Duration slowAfter) {
        slowNanos = slowAfter.toNanos();
        Arrays.setAll(answered, status -> new LongAdder());
        Arrays.setAll(rejected, reason -> new LongAdder());
    }

    void submitted() {
        submitted.increment();
    }

    void answered(Verdict verdict, long nanos) {
        answered[verdict.status().ordinal()].increment();
        verdict.reason().ifPresent(reason -> rejected[reason.ordinal()].increment());
        answerNanos.recordValue(Math.max(0, Math.min(nanos, ANSWER_NANOS_MAX)));
        if (nanos > slowNanos) {
            slow.increment();
        }
    }

    void failed(int count) {
        failed.add(count);
    }

    void sentAgain(int count) {
        sentAgain.add(count);
    }

    void connected() {
        connections.increment();
    }

    void connectionLost() {
        connectionsLost.increment();
    }

    void moved() {
        moved.increment();
    }

    void listRefused() {
        listsRefused.increment();
    }

    long connectionsLost() {
        return connectionsLost.sum();
    }

    ClientStatistics statistics() {
        Map<Verdict.Status, Long> counts = new EnumMap<>(Verdict.Status.class);
        for (Verdict.Status status : Verdict.Status.values()) {
            counts.put(status, answered[status.ordinal()].sum());
        }
        Map<RejectionReason, Long> reasons = new EnumMap<>(RejectionReason.class);
        for (RejectionReason reason : RejectionReason.values()) {
            reasons.put(reason, rejected[reason.ordinal()].sum());
        }
        return new ClientStatistics(
                submitted.sum(),
                Collections.unmodifiableMap(counts),
                Collections.unmodifiableMap(reasons),
                failed.sum(),
                sentAgain.sum(),
                slow.sum(),
                connections.sum(),
                connectionsLost.sum(),
                moved.sum(),
                listsRefused.sum(),
                answerNanos.copy());
    }
}
