package com.hazelcast.certification.metrics;

import com.hazelcast.certification.api.decisions.StandInReason;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.api.http.ApiMeter;
import com.hazelcast.certification.api.http.Call;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/** The metrics of the API. Thread-safe; a call costs some tens of nanoseconds and is made once a request. */
public final class ApiMetrics implements ApiMeter {
    private static final double NS_PER_SECOND = 1e9;
    private static final int STATUS_END = 600;

    private final PrometheusRegistry registry;
    private final Counter requests;
    private final AtomicReferenceArray<CounterDataPoint> requestPoints =
            new AtomicReferenceArray<>(Call.values().length * STATUS_END);
    private final Map<Call, DistributionDataPoint> seconds = new EnumMap<>(Call.class);
    private final Counter standIns;
    private final Counter late;
    private final Counter turnedAway;
    private final Counter linesDropped;

    /** Metrics without figures yet, in that registry. */
    public ApiMetrics(PrometheusRegistry registry) {
        this.registry = registry;
        requests = counter("fraud_api_requests_total", "Requests answered by this member's API", "call", "status");
        standIns = counter(
                "fraud_api_stand_ins_total",
                "Decisions that a stand-in gave because the rules had not decided in time, by reason",
                "reason");
        late = counter(
                "fraud_api_late_decisions_total",
                "Decisions of the rules that came after a stand-in had answered, by whether they differ from it",
                "differed");
        turnedAway = counter(
                "fraud_api_turned_away_total", "Requests that were answered 503 or 429 at once, by reason", "reason");
        linesDropped = counter(
                "fraud_api_access_lines_dropped_total",
                "Lines of the access log that were dropped because its buffer was full or its file could not be written");
        Histogram times = Histogram.builder()
                .name("fraud_api_request_seconds")
                .help("Time from a request's headers to its answer")
                .labelNames("call")
                .classicExponentialUpperBounds(100e-6, 2, 16)
                .register(registry);
        for (Call call : Call.values()) {
            seconds.put(call, times.labelValues(call.label()));
        }
        for (StandInReason reason : StandInReason.values()) {
            standIns.initLabelValues(reason.label());
        }
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    @Override
    public void answered(Call call, int status, long tookNs) {
        int index = call.ordinal() * STATUS_END + status;
        CounterDataPoint point = requestPoints.get(index);
        if (point == null) {
            point = requests.labelValues(call.label(), Integer.toString(status));
            requestPoints.set(index, point);
        }
        point.inc();
        DistributionDataPoint times = seconds.get(call);
        if (times != null) {
            times.observe(tookNs / NS_PER_SECOND);
        }
    }

    @Override
    public void stoodIn(StandInReason reason) {
        standIns.labelValues(reason.label()).inc();
    }

    @Override
    public void decidedLate(boolean differed) {
        late.labelValues(Boolean.toString(differed)).inc();
    }

    @Override
    public void turnedAway(TurnedAway.Reason reason) {
        turnedAway.labelValues(reason.label()).inc();
    }

    @Override
    public void accessLinesDropped(int count) {
        linesDropped.inc(count);
    }

    @Override
    public void observe(Supplier<Number> connections, Supplier<Number> queued) {
        gauge("fraud_api_connections", "Connections to this member's API", connections);
        gauge("fraud_api_queue", "Transactions of single calls that the API has taken and not answered", queued);
    }

    private void gauge(String name, String help, Supplier<Number> figure) {
        var unused = GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(figure.get().doubleValue()))
                .register(registry);
    }
}
