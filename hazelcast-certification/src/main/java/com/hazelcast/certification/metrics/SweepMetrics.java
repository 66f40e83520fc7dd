package com.hazelcast.certification.metrics;

import com.hazelcast.certification.removing.SweepMeter;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/** The metrics of sweeps. Thread-safe. */
final class SweepMetrics implements SweepMeter {
    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    private final Gauge interval;
    private final Counter cards;
    private final Counter entries;
    private final Counter removed;
    private final Counter seconds;
    private final Counter failures;

    SweepMetrics(PrometheusRegistry registry) {
        interval = Gauge.builder()
                .name("fraud_sweep_interval_seconds")
                .help("In which time sweeps look at each card once; 0: never")
                .register(registry);
        cards = counter(registry, "fraud_sweep_cards_total", "Cards that sweeps looked at");
        entries = counter(
                registry,
                "fraud_sweep_entries_dropped_total",
                "Transactions that sweeps dropped, because they were 90 days old; fraud_history_dropped has them, too");
        removed = counter(
                registry,
                "fraud_sweep_cards_removed_total",
                "Cards that sweeps removed, because they had no transaction for card-ttl");
        seconds = counter(
                registry, "fraud_sweep_seconds_total", "Time that sweeps took on the partition threads of this member");
        failures = counter(
                registry,
                "fraud_sweep_failures_total",
                "Parts of shards that were left out because their owner failed; the next sweep comes to them");
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help) {
        return Counter.builder().name(name).help(help).register(registry);
    }

    @Override
    public void begin(Duration time) {
        interval.set(time.toMillis() / MS_PER_SECOND);
    }

    @Override
    public void swept(long cardsLooked, long entriesDropped, long cardsRemoved, long elapsedNs) {
        cards.inc(cardsLooked);
        entries.inc(entriesDropped);
        removed.inc(cardsRemoved);
        seconds.inc(elapsedNs / NS_PER_SECOND);
    }

    @Override
    public void failed() {
        failures.inc();
    }
}
