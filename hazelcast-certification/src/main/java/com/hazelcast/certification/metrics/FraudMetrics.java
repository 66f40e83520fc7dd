package com.hazelcast.certification.metrics;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.routing.BooksMeter;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.RoutingMeter;
import com.hazelcast.certification.scoring.BatchScorer;
import com.hazelcast.certification.scoring.ScoringMeter;
import com.hazelcast.certification.scoring.ShardSurvey;
import com.hazelcast.certification.source.door.DoorMeter;
import com.hazelcast.certification.transaction.Refusal;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Every metric of a member.
 *
 * <p><b>The books</b> ({@code fraud_transactions_received_total}, {@code _scored_total}, {@code _duplicate_total}, {@code
 * _refused_total}) belong to the member that read a transaction and are written from the answers it got, so that received
 * = scored + duplicate + refused + in flight holds for each member by itself, whoever else dies. <b>The work</b> ({@code
 * fraud_batches_total}, {@code fraud_batch_transactions}, {@code fraud_scoring_seconds}, {@code fraud_verdicts_total})
 * belongs to the owner of the shard and is never counted on a backup.
 *
 * <p>Thread-safe; a call costs some tens of nanoseconds and is made once a batch or read, not once a transaction.
 */
public final class FraudMetrics implements ScoringMeter, RoutingMeter, BooksMeter, DoorMeter {
    private static final double NS_PER_SECOND = 1e9;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final AnswerLatency latency = new AnswerLatency();

    private final Counter received = Counter.builder()
            .name("fraud_transactions_received_total")
            .help("Records read from sources by this member, refused ones included")
            .register(registry);
    private final Counter scored = Counter.builder()
            .name("fraud_transactions_scored_total")
            .help("Transactions read by this member that were scored and recorded")
            .register(registry);
    private final Counter duplicate = Counter.builder()
            .name("fraud_transactions_duplicate_total")
            .help("Transactions read by this member that were held already and answered with the recorded verdict")
            .register(registry);
    private final Counter refused = Counter.builder()
            .name("fraud_transactions_refused_total")
            .help("Records read by this member that were refused, by reason")
            .labelNames("reason")
            .register(registry);
    private final Counter batches = Counter.builder()
            .name("fraud_batches_total")
            .help("Batches scored on shards that this member owns")
            .register(registry);
    private final Counter batchFailures = Counter.builder()
            .name("fraud_batch_failures_total")
            .help("Calls of this member's lanes that failed and were submitted again")
            .register(registry);
    private final Counter batchesHeld = Counter.builder()
            .name("fraud_batches_held_total")
            .help("Batches of this member's lanes that were scored and held back until all copies were seen")
            .register(registry);
    private final Counter outcomesApplied = Counter.builder()
            .name("fraud_backup_transactions_applied_total")
            .help("Transactions whose outcome was applied to a backup held by this member")
            .register(registry);
    private final Histogram batchTransactions = Histogram.builder()
            .name("fraud_batch_transactions")
            .help("Transactions in a batch scored by this member")
            .classicUpperBounds(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
            .register(registry);
    private final Histogram scoringSeconds = Histogram.builder()
            .name("fraud_scoring_seconds")
            .help("Time in which this member scored one batch on its partition thread")
            .classicExponentialUpperBounds(10e-6, 2, 16)
            .register(registry);
    private final Histogram batchSeconds = Histogram.builder()
            .name("fraud_batch_seconds")
            .help("Time from submitting a batch to its answer, backups included")
            .classicExponentialUpperBounds(50e-6, 2, 18)
            .register(registry);
    private final Counter doorBatches = Counter.builder()
            .name("fraud_door_batches_total")
            .help("Batches taken by this member's door")
            .register(registry);
    private final Counter doorRefused = Counter.builder()
            .name("fraud_door_refused_total")
            .help("Connections to this member's door that were refused or ended out of order, by reason")
            .labelNames("reason")
            .register(registry);
    private final Counter verdicts = Counter.builder()
            .name("fraud_verdicts_total")
            .help("Verdicts given on shards that this member owns, by number of the rule; 0 when no rule held")
            .labelNames("rule")
            .register(registry);
    private final AtomicReferenceArray<CounterDataPoint> verdictPoints =
            new AtomicReferenceArray<>(BatchScorer.VERDICT_COUNT);

    public FraudMetrics() {
        for (Refusal reason : Refusal.values()) {
            refused.initLabelValues(reason.label());
        }
    }

    /** Adds what can be read at any time: the gate, the memory, and the survey of the shards that this member owns. */
    public void observe(InFlightGate gate, HistoryMemory memory, Supplier<ShardSurvey> ownedShards) {
        gauge("fraud_transactions_in_flight", "Transactions read by this member and not yet answered", gate::inFlight);
        gauge(
                "fraud_cards",
                "Cards in the shards that this member owns",
                () -> ownedShards.get().cards());
        gauge(
                "fraud_transactions_held",
                "Transactions in the histories of the shards that this member owns",
                () -> ownedShards.get().held());
        gauge(
                "fraud_history_memory_used_bytes",
                "Bytes of history pages held by this member, owned shards and backups",
                memory::usedBytes);
        gauge(
                "fraud_history_memory_limit_bytes",
                "Bound on the bytes of history pages held by this member",
                memory::limitBytes);
        GaugeWithCallback.builder()
                .name("fraud_history_bytes")
                .help("Bytes of the shards that this member owns, tables and pages, by kind of memory")
                .labelNames("memory")
                .callback(callback -> callback.call(
                        ownedShards.get().sizeBytes(), memory.kind().label()))
                .register(registry);
        GaugeWithCallback.builder()
                .name("fraud_history_dropped")
                .help(
                        "Transactions that the shards owned by this member have dropped since they were loaded, by reason")
                .labelNames("reason")
                .callback(callback -> {
                    ShardSurvey survey = ownedShards.get();
                    callback.call(survey.expired(), "expired");
                    callback.call(survey.droppedByBound(), "bound");
                    callback.call(survey.droppedByMemory(), "memory");
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("fraud_answer_seconds")
                .help("Time from reading a transaction to its answer in the last ten seconds, by quantile")
                .labelNames("quantile")
                .callback(callback -> {
                    AnswerLatency.Quantiles quantiles = latency.recent();
                    callback.call(quantiles.p50Ns() / NS_PER_SECOND, "0.5");
                    callback.call(quantiles.p99Ns() / NS_PER_SECOND, "0.99");
                    callback.call(quantiles.p999Ns() / NS_PER_SECOND, "0.999");
                    callback.call(quantiles.maxNs() / NS_PER_SECOND, "1");
                })
                .register(registry);
    }

    /** Adds the connections of the door, where there is one. */
    public void observeDoor(Supplier<Number> connectionCount) {
        gauge("fraud_door_connections", "Connections to this member's door", connectionCount);
    }

    private void gauge(String name, String help, Supplier<Number> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.get().doubleValue()))
                .register(registry);
    }

    /** What {@code /metrics} serves. */
    public PrometheusRegistry registry() {
        return registry;
    }

    /** Times from reading a transaction to its answer. */
    public AnswerLatency latency() {
        return latency;
    }

    /** The books as they stand. In flight is the gate's. */
    public Books books(int inFlight) {
        long refusedTotal = 0;
        for (Refusal reason : Refusal.values()) {
            refusedTotal += (long) refused.labelValues(reason.label()).get();
        }
        return new Books((long) received.get(), (long) scored.get(), (long) duplicate.get(), refusedTotal, inFlight);
    }

    /** Verdicts given on shards that this member owns, by number of the rule from the given one on. */
    public long verdictsFrom(int leastRule) {
        long given = 0;
        for (int rule = leastRule; rule < BatchScorer.VERDICT_COUNT; rule++) {
            CounterDataPoint point = verdictPoints.get(rule);
            given += point == null ? 0 : (long) point.get();
        }
        return given;
    }

    @Override
    public void received(int count) {
        received.inc(count);
    }

    @Override
    public void refused(Refusal reason, int count) {
        refused.labelValues(reason.label()).inc(count);
    }

    @Override
    public void answered(int scoredCount, int duplicateCount, long sinceReadNs) {
        scored.inc(scoredCount);
        if (duplicateCount > 0) {
            duplicate.inc(duplicateCount);
        }
        latency.record(sinceReadNs, scoredCount + duplicateCount);
    }

    @Override
    public void batchAnswered(int transactionCount, long elapsedNs) {
        batchSeconds.observe(elapsedNs / NS_PER_SECOND);
    }

    @Override
    public void batchHeld() {
        batchesHeld.inc();
    }

    @Override
    public void batchFailed(Throwable cause) {
        batchFailures.inc();
    }

    @Override
    public void batchScored(int transactionCount, long elapsedNs) {
        batches.inc();
        batchTransactions.observe(transactionCount);
        scoringSeconds.observe(elapsedNs / NS_PER_SECOND);
    }

    @Override
    public void verdictsGiven(int verdict, int count) {
        CounterDataPoint point = verdictPoints.get(verdict);
        if (point == null) {
            point = verdicts.labelValues(Integer.toString(verdict));
            verdictPoints.set(verdict, point);
        }
        point.inc(count);
    }

    @Override
    public void connectionRefused(String reason) {
        doorRefused.labelValues(reason).inc();
    }

    @Override
    public void batchTaken() {
        doorBatches.inc();
    }

    /** Connections to the door that were refused or ended for that reason. */
    public long doorRefused(String reason) {
        return (long) doorRefused.labelValues(reason).get();
    }

    @Override
    public void outcomeApplied(int transactionCount) {
        outcomesApplied.inc(transactionCount);
    }
}
