package com.hazelcast.certification.metrics;

import com.hazelcast.certification.kafka.KafkaFigures;
import com.hazelcast.certification.kafka.KafkaMeter;
import com.hazelcast.certification.routing.AccountingMeter;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The metrics of Kafka. Thread-safe; a call is made once a transaction, and once a dead letter. */
public final class KafkaMetrics implements KafkaMeter {
    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    private final PrometheusRegistry registry;
    private final AccountingMeter accounting;
    private volatile Supplier<KafkaFigures> observed = () -> KafkaFigures.NONE;
    private final Counter records;
    private final Counter transactions;
    private final Counter restarts;
    private final Counter lost;
    private final Counter deadLetters;
    private final Histogram commitSeconds;
    private final Histogram sinceWrittenSeconds;

    KafkaMetrics(PrometheusRegistry registry, AccountingMeter accounting) {
        this.accounting = accounting;
        this.registry = registry;
        records = counter(
                registry, "fraud_kafka_records_total", "Records of Kafka whose positions this member has committed");
        transactions = counter(
                registry, "fraud_kafka_transactions_total", "Transactions of Kafka that this member has committed");
        restarts = counter(
                registry,
                "fraud_kafka_restarts_total",
                "Times that a reader of Kafka has failed and begun again from the last committed positions");
        lost = counter(
                registry,
                "fraud_kafka_records_lost_total",
                "Records that were deleted from Kafka before this member had read them");
        deadLetters = Counter.builder()
                .name("fraud_kafka_dead_letters_total")
                .help("Records of Kafka that went to the dead letters, by reason; some of them twice after a restart")
                .labelNames("reason")
                .register(registry);
        commitSeconds = Histogram.builder()
                .name("fraud_kafka_commit_seconds")
                .help("Time in which the brokers committed a transaction")
                .classicExponentialUpperBounds(1e-3, 2, 14)
                .register(registry);
        sinceWrittenSeconds = Histogram.builder()
                .name("fraud_kafka_record_age_seconds")
                .help(
                        "Age of the oldest record of a transaction, by the record's own time, when the transaction was committed")
                .classicExponentialUpperBounds(5e-3, 2, 16)
                .register(registry);
    }

    /** Adds what can be read at any time. */
    public void observe(Supplier<KafkaFigures> figures) {
        observed = figures;
        gaugeIfKnown(
                "fraud_kafka_lag_records",
                "Records of this member's partitions without a verdict; no sample while it does not read all of them",
                figures,
                now -> optional(now.lagRecords()));
        gaugeIfKnown(
                "fraud_kafka_lag_seconds",
                "Age of the oldest record of this member's partitions without a verdict, by its own time, as far as it has been read",
                figures,
                now -> optional(now.lagMs()).map(ms -> ms / MS_PER_SECOND));
        gaugeIfKnown(
                "fraud_kafka_group_lag_records",
                "Records of the whole group without a verdict, as the brokers have it while this member does not read all; no sample while it does",
                figures,
                now -> Optional.ofNullable(now.groupLag()).map(lag -> (double) lag.records()));
        gaugeIfKnown(
                "fraud_kafka_group_lag_seconds",
                "Age of the oldest of these by its own time",
                figures,
                now -> Optional.ofNullable(now.groupLag()).map(lag -> lag.ms() / MS_PER_SECOND));
        observeLabels(figures);
        gauge("fraud_kafka_partitions", "Partitions that this member reads", figures, KafkaFigures::partitions);
        gauge("fraud_kafka_readers", "Readers of Kafka that run", figures, KafkaFigures::readers);
        gauge(
                "fraud_kafka_readers_waiting",
                "Readers of Kafka that do not read: the brokers, a topic or a right is missing; the log names it",
                figures,
                KafkaFigures::waiting);
        gauge(
                "fraud_kafka_readers_paused",
                "Readers of Kafka that leave a topic out, because too many of its records are dead letters",
                figures,
                KafkaFigures::paused);
    }

    private void observeLabels(Supplier<KafkaFigures> figures) {
        gaugeIfKnown(
                "fraud_kafka_labels_partitions",
                "Partitions of the topic of labels that this member reads",
                figures,
                now -> Optional.ofNullable(now.labels()).map(labels -> (double) labels.partitions()));
        gaugeIfKnown(
                "fraud_kafka_labels_lag_records",
                "Labels of these that are not taken yet; no sample while it reads none",
                figures,
                now -> lagOfLabels(now).map(lag -> (double) lag.records()));
        gaugeIfKnown(
                "fraud_kafka_labels_lag_seconds",
                "Age of the oldest of these by its own time, as far as it has been read",
                figures,
                now -> lagOfLabels(now).map(lag -> lag.ms() / MS_PER_SECOND));
        gaugeIfKnown(
                "fraud_kafka_labels_group_lag_records",
                "Labels of the whole group that are not taken yet, as the brokers have it while this member reads none; no sample while it reads",
                figures,
                now -> groupLagOfLabels(now).map(lag -> (double) lag.records()));
        gaugeIfKnown(
                "fraud_kafka_labels_group_lag_seconds",
                "Age of the oldest of these by its own time",
                figures,
                now -> groupLagOfLabels(now).map(lag -> lag.ms() / MS_PER_SECOND));
    }

    private static Optional<KafkaFigures.Lag> lagOfLabels(KafkaFigures figures) {
        return Optional.ofNullable(figures.labels()).flatMap(labels -> Optional.ofNullable(labels.lag()));
    }

    private static Optional<KafkaFigures.Lag> groupLagOfLabels(KafkaFigures figures) {
        return Optional.ofNullable(figures.labels()).flatMap(labels -> Optional.ofNullable(labels.groupLag()));
    }

    /** What the readers do now. */
    public KafkaFigures figures() {
        return observed.get();
    }

    private void gauge(String name, String help, Supplier<KafkaFigures> figures, ToDoubleFunction<KafkaFigures> value) {
        var unused = GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.applyAsDouble(figures.get())))
                .register(registry);
    }

    private static Optional<Double> optional(@Nullable Long value) {
        return Optional.ofNullable(value).map(Long::doubleValue);
    }

    private void gaugeIfKnown(
            String name, String help, Supplier<KafkaFigures> figures, Function<KafkaFigures, Optional<Double>> value) {
        var unused = GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> value.apply(figures.get()).ifPresent(known -> callback.call(known)))
                .register(registry);
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help) {
        return Counter.builder().name(name).help(help).register(registry);
    }

    @Override
    public AccountingMeter accounting() {
        return accounting;
    }

    @Override
    public void committed(int count, long elapsedNs, long oldestAgeMs) {
        records.inc(count);
        transactions.inc();
        commitSeconds.observe(elapsedNs / NS_PER_SECOND);
        sinceWrittenSeconds.observe(oldestAgeMs / MS_PER_SECOND);
    }

    @Override
    public void deadLetter(String reason) {
        deadLetters.labelValues(reason).inc();
    }

    @Override
    public void restarted() {
        restarts.inc();
    }

    @Override
    public void recordsLost(long count) {
        lost.inc(count);
    }
}
