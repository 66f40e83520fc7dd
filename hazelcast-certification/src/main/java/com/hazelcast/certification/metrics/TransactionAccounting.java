package com.hazelcast.certification.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.transaction.Rejection;
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
 * The accounting of a member behind one lock, taken once a read and once an answer. Whoever looks, a scrape too, sees one
 * moment of them: {@code fraud_transactions_unaccounted} is exactly 0, and so is the difference of the other series of the
 * same scrape, unless a batch was answered with fewer or more verdicts than it had transactions. Thread-safe.
 *
 * <p>What was answered twice, or never, shows elsewhere: in flight falls below zero, or stays.
 */
final class TransactionAccounting implements MultiCollector {
    private static final Rejection[] REASONS = Rejection.values();
    private static final List<String> NAMES = List.of(
            "fraud_transactions_received",
            "fraud_transactions_scored",
            "fraud_transactions_flagged",
            "fraud_transactions_duplicate",
            "fraud_transactions_rejected",
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
    private final long[] rejected = new long[REASONS.length];

    @GuardedBy("this")
    private long inFlight;

    synchronized void entered(int count) {
        received += count;
        inFlight += count;
    }

    synchronized void rejectedOnArrival(Rejection reason) {
        received++;
        rejected[reason.ordinal()]++;
    }

    synchronized void answered(int count, int scoredCount, int flaggedCount, int duplicateCount, int[] rejectedCounts) {
        scored += scoredCount;
        flagged += flaggedCount;
        duplicate += duplicateCount;
        for (int reason = 0; reason < rejectedCounts.length; reason++) {
            rejected[reason] += rejectedCounts[reason];
        }
        inFlight -= count;
    }

    /** The accounting at one moment. */
    synchronized Accounting read() {
        return accounting(rejected);
    }

    private synchronized Accounting accounting(long[] rejectedNow) {
        long rejectedTotal = 0;
        for (long count : rejectedNow) {
            rejectedTotal += count;
        }
        return new Accounting(received, scored, duplicate, rejectedTotal, inFlight);
    }

    /** The accounting at one moment, with every reason. */
    synchronized AccountingByReason readByReason() {
        Map<Rejection, Long> byReason = new EnumMap<>(Rejection.class);
        for (Rejection reason : REASONS) {
            byReason.put(reason, rejected[reason.ordinal()]);
        }
        return new AccountingByReason(read(), flagged, byReason);
    }

    @Override
    public MetricSnapshots collect() {
        Accounting accounting;
        long[] reasons;
        long flaggedNow;
        synchronized (this) {
            flaggedNow = flagged;
            reasons = rejected.clone();
            accounting = accounting(reasons);
        }
        return MetricSnapshots.of(
                counter(
                        "fraud_transactions_received",
                        "Records read from sources by this member, rejected ones included",
                        accounting.received()),
                counter(
                        "fraud_transactions_scored",
                        "Transactions read by this member that were scored and recorded",
                        accounting.scored()),
                counter(
                        "fraud_transactions_flagged",
                        "Of the transactions read by this member and scored, those whose action is not to approve",
                        flaggedNow),
                counter(
                        "fraud_transactions_duplicate",
                        "Transactions read by this member that were held already and answered with the recorded verdict",
                        accounting.duplicate()),
                rejectedCounter(reasons),
                gauge(
                        "fraud_transactions_in_flight",
                        "Transactions read by this member and not yet answered",
                        accounting.inFlight()),
                gauge(
                        "fraud_transactions_unaccounted",
                        "Received minus scored, duplicate, rejected and in flight: 0, or the accounting is wrong",
                        accounting.unaccounted()));
    }

    private static CounterSnapshot counter(String name, String help, long value) {
        return CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(CounterDataPointSnapshot.builder().value(value).build())
                .build();
    }

    private static CounterSnapshot rejectedCounter(long[] counts) {
        CounterSnapshot.Builder builder = CounterSnapshot.builder()
                .name("fraud_transactions_rejected")
                .help("Records read by this member that were rejected, by reason");
        for (Rejection reason : REASONS) {
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
