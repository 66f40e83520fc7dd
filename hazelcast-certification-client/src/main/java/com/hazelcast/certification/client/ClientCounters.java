package com.hazelcast.certification.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what becomes of a client's transactions. Thread-safe; an answer costs some 50 ns. */
final class ClientCounters {
    private static final Logger LOG = LoggerFactory.getLogger(ClientCounters.class);

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
    private final LongAdder[] connectionsLost = new LongAdder[ConnectionLoss.values().length];
    private final LongAdder moved = new LongAdder();
    private final LongAdder listsRefused = new LongAdder();
    private final LongAdder toOwners = new LongAdder();
    private final List<LongConsumer> listeners = new CopyOnWriteArrayList<>();
    private final Histogram answerNanos = new ConcurrentHistogram(ANSWER_NANOS_MAX, 2);

    ClientCounters(Duration slowAfter) {
        slowNanos = slowAfter.toNanos();
        Arrays.setAll(answered, status -> new LongAdder());
        Arrays.setAll(rejected, reason -> new LongAdder());
        Arrays.setAll(connectionsLost, kind -> new LongAdder());
    }

    /** Hands it the nanoseconds to each answer from then on, until it throws. */
    void listen(LongConsumer listener) {
        listeners.add(listener);
    }

    void submitted() {
        submitted.increment();
    }

    void answered(Verdict verdict, long nanos) {
        answered[verdict.status().ordinal()].increment();
        verdict.reason().ifPresent(reason -> rejected[reason.ordinal()].increment());
        long counted = Math.max(0, Math.min(nanos, ANSWER_NANOS_MAX));
        answerNanos.recordValue(counted);
        listeners.forEach(listener -> hand(listener, counted));
        if (nanos > slowNanos) {
            slow.increment();
        }
    }

    /** What a caller's registry throws must not keep the rest of a batch from being completed. */
    private void hand(LongConsumer listener, long nanos) {
        try {
            listener.accept(nanos);
        } catch (RuntimeException e) {
            listeners.remove(listener);
            LOG.error("a meter of answers has failed, and is given no more of them; bind the client's meters anew", e);
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

    void connectionLost(Throwable cause) {
        connectionsLost[ConnectionLoss.of(cause).ordinal()].increment();
    }

    void moved() {
        moved.increment();
    }

    void listRefused() {
        listsRefused.increment();
    }

    void toOwner() {
        toOwners.increment();
    }

    long connectionsLost() {
        return Arrays.stream(connectionsLost).mapToLong(LongAdder::sum).sum();
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
        Map<ConnectionLoss, Long> losses = new EnumMap<>(ConnectionLoss.class);
        for (ConnectionLoss kind : ConnectionLoss.values()) {
            losses.put(kind, connectionsLost[kind.ordinal()].sum());
        }
        return new ClientStatistics(
                submitted.sum(),
                Collections.unmodifiableMap(counts),
                Collections.unmodifiableMap(reasons),
                failed.sum(),
                sentAgain.sum(),
                slow.sum(),
                connections.sum(),
                Collections.unmodifiableMap(losses),
                moved.sum(),
                listsRefused.sum(),
                toOwners.sum(),
                answerNanos.copy());
    }
}
