package com.hazelcast.certification.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.transaction.Refusal;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The books of a member behind one lock, taken once a read and once an answer. Whoever looks, a scrape too, sees one
 * moment of them: {@code fraud_transactions_unaccounted} is exactly 0, and so is the difference of the other series of the
 * same scrape, unless a batch was answered with fewer or more verdicts than it had transactions. Thread-safe.
 *
 * <p>What was answered twice, or never, shows elsewhere: in flight falls below zero, or stays.
 */
final class TransactionBooks implements MultiCollector {
    private static final Refusal[] REASONS = Refusal.values();
    private static final List<String> NAMES = List.of(
            "fraud_transactions_received",
            "fraud_transactions_scored",
            "fraud_transactions_flagged",
            "fraud_transactions_duplicate",
            "fraud_transactions_refused",
            "fraud_transactions_in_flight",
            "fraud_transactions_unaccounted");

    @GuardedBy("this")
    private long received;

    @GuardedBy("this")
    private long scored;

    @GuardedBy("this")
    private long flagged;

    @GuardedBy("this")
    private long duplicate;

    @GuardedBy("this")
    private final long[] refused = new long[REASONS.length];

    @GuardedBy("this")
    private long inFlight;

    synchronized void entered(int count) {
        received += count;
        inFlight += count;
    }

    synchronized void refusedAtDoor(Refusal reason) {
        received++;
        refused[reason.ordinal()]++;
    }

    synchronized void answered(int count, int scoredCount, int flaggedCount, int duplicateCount, int[] refusedCounts) {
        scored += scoredCount;
        flagged += flaggedCount;
        duplicate += duplicateCount;
        for (int reason = 0; reason < refusedCounts.length; reason++) {
            refused[reason] += refusedCounts[reason];
        }
        inFlight -= count;
    }

    /** The books at one moment. */
    synchronized Books read() {
        return books(refused);
    }

    private synchronized Books books(long[] refusedNow) {
        long refusedTotal = 0;
        for (long count : refusedNow) {
            refusedTotal += count;
        }
        return new Books(received, scored, duplicate, refusedTotal, inFlight);
    }

    /** The books at one moment, with every reason. */
    synchronized BooksByReason readByReason() {
        Map<Refusal, Long> byReason = new EnumMap<>(Refusal.class);
        for (Refusal reason : REASONS) {
            byReason.put(reason, refused[reason.ordinal()]);
        }
        return new BooksByReason(read(), flagged, byReason);
    }

    @Override
    public MetricSnapshots collect() {
        Books books;
        long[] reasons;
        long flaggedNow;
        synchronized (this) {
            flaggedNow = flagged;
            reasons = refused.clone();
            books = books(reasons);
        }
        return MetricSnapshots.of(
                counter(
                        "fraud_transactions_received",
                        "Records read from sources by this member, refused ones included",
                        books.received()),
                counter(
                        "fraud_transactions_scored",
                        "Transactions read by this member that were scored and recorded",
                        books.scored()),
                counter(
                        "fraud_transactions_flagged",
                        "Of the transactions read by this member and scored, those given a verdict other than 0",
                        flaggedNow),
                counter(
                        "fraud_transactions_duplicate",
                        "Transactions read by this member that were held already and answered with the recorded verdict",
                        books.duplicate()),
                refusedCounter(reasons),
                gauge(
                        "fraud_transactions_in_flight",
                        "Transactions read by this member and not yet answered",
                        books.inFlight()),
                gauge(
                        "fraud_transactions_unaccounted",
                        "Received minus scored, duplicate, refused and in flight: 0, or the books are wrong",
                        books.unaccounted()));
    }

    private static CounterSnapshot counter(String name, String help, long value) {
        return CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(CounterDataPointSnapshot.builder().value(value).build())
                .build();
    }

    private static CounterSnapshot refusedCounter(long[] counts) {
        CounterSnapshot.Builder builder = CounterSnapshot.builder()
                .name("fraud_transactions_refused")
                .help("Records read by this member that were refused, by reason");
        for (Refusal reason : REASONS) {
            builder.dataPoint(CounterDataPointSnapshot.builder()
                    .value(counts[reason.ordinal()])
                    .labels(Labels.of("reason", reason.label()))
                    .build());
        }
        return builder.build();
    }

    private static GaugeSnapshot gauge(String name, String help, long value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build();
    }

    @Override
    public List<String> getPrometheusNames() {
        return NAMES;
    }
}
