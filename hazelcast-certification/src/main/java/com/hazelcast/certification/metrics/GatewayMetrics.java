package com.hazelcast.certification.metrics;

import com.hazelcast.certification.gateway.GatewayMeter;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The metrics of the gateway. Thread-safe. */
public final class GatewayMetrics implements GatewayMeter {
    private final Counter batches;
    private final Counter deferred;
    private final Counter refused;
    private final LongAdder refusals = new LongAdder();
    private volatile @Nullable Supplier<Number> connections;

    GatewayMetrics(PrometheusRegistry registry) {
        batches = Counter.builder()
                .name("fraud_gateway_batches_total")
                .help("Batches taken by this member's gateway")
                .register(registry);
        deferred = Counter.builder()
                .name("fraud_gateway_deferred_total")
                .help("Records sent back to clients without an answer, because their shards gave none for two seconds")
                .register(registry);
        refused = Counter.builder()
                .name("fraud_gateway_refused_total")
                .help("Connections to this member's gateway that were refused or ended out of order, by reason")
                .labelNames("reason")
                .register(registry);
    }

    /** There is a gateway, with so many connections. */
    void observe(Supplier<Number> connectionCount) {
        connections = connectionCount;
    }

    /** What the gateway does; empty: there is none. */
    Optional<GatewayFigures> figures() {
        return Optional.ofNullable(connections)
                .map(count -> new GatewayFigures(
                        count.get().longValue(), batches.getLongValue(), deferred.getLongValue(), refusals.sum()));
    }

    @Override
    public void connectionRefused(String reason) {
        refused.labelValues(reason).inc();
        refusals.increment();
    }

    @Override
    public void batchTaken() {
        batches.inc();
    }

    @Override
    public void recordsDeferred(int count) {
        deferred.inc(count);
    }

    /** Records that it has sent back without an answer so far. */
    public long recordsDeferred() {
        return deferred.getLongValue();
    }

    /** Connections that were refused or ended for that reason. */
    public long refused(String reason) {
        return (long) refused.labelValues(reason).get();
    }
}
