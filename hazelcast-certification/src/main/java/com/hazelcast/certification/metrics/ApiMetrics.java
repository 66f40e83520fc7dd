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
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The metrics of the API. Thread-safe; a call costs some tens of nanoseconds and is made once a request, or once a transaction. */
public final class ApiMetrics implements ApiMeter {
    private static final double NS_PER_SECOND = 1e9;
    private static final int STATUS_END = 600;
    private static final int SERVER_ERROR = 500;

    /** Calls with one transaction; how long the others take depends on what is in them. */
    private static final Set<Call> SINGLE = EnumSet.of(Call.DECISION, Call.SUBMIT, Call.PUT);

    private final PrometheusRegistry registry;
    private final Counter requests;
    private final AtomicReferenceArray<CounterDataPoint> requestPoints =
            new AtomicReferenceArray<>(Call.values().length * STATUS_END);
    private final Map<Call, DistributionDataPoint> seconds = new EnumMap<>(Call.class);
    private final AnswerLatency single = new AnswerLatency(
            "fraud_api_single_seconds", "Time from the headers of a request with one transaction to its answer");
    private final LongAdder answered = new LongAdder();
    private final LongAdder serverErrors = new LongAdder();
    private final CounterDataPoint decidedByRules;
    private final CounterDataPoint decidedByStandIns;
    private final Map<StandInReason, CounterDataPoint> standIns = new EnumMap<>(StandInReason.class);
    private final Map<TurnedAway.Reason, CounterDataPoint> turnedAway = new EnumMap<>(TurnedAway.Reason.class);
    private final Map<TurnedAway.Reason, CounterDataPoint> turnedAwayLines = new EnumMap<>(TurnedAway.Reason.class);
    private final Map<StandInReason, CounterDataPoint> lateAlike = new EnumMap<>(StandInReason.class);
    private final Map<StandInReason, CounterDataPoint> lateDiffering = new EnumMap<>(StandInReason.class);
    private final Map<StandInReason, CounterDataPoint> lateRejected = new EnumMap<>(StandInReason.class);
    private final Counter linesDropped;
    private final Map<Gauge, Supplier<Number>> gauges = new ConcurrentHashMap<>();

    /** Metrics without figures yet, in that registry. */
    public ApiMetrics(PrometheusRegistry registry) {
        this.registry = registry;
        requests = counter("fraud_api_requests_total", "Requests answered by this member's API", "call", "status");
        Counter decisions = counter(
                "fraud_api_decisions_total",
                "Decisions given within a deadline, each transaction of a batch by itself, by what decided",
                "source");
        Counter stoodIn = counter(
                "fraud_api_stand_ins_total",
                "Decisions that a stand-in gave because the rules had not decided in time, by reason",
                "reason");
        Counter late = counter(
                "fraud_api_late_decisions_total",
                "Decisions of the rules that came after a stand-in had answered, by whether they differ from it, and by why it had",
                "differed",
                "reason");
        Counter rejected = counter(
                "fraud_api_late_rejections_total",
                "Transactions that were rejected after a stand-in had answered, by why it had",
                "reason");
        Counter away = counter(
                "fraud_api_turned_away_total",
                "Requests that were answered 503 or 429 at once, and connections that were closed without an answer, by reason",
                "reason");
        Counter awayLines = counter(
                "fraud_api_turned_away_lines_total",
                "Lines of batches that were answered 503 inside an answer of 200, by reason",
                "reason");
        linesDropped = counter(
                "fraud_api_access_lines_dropped_total",
                "Lines of the access log that were dropped because its buffer was full or its file could not be written");
        Histogram times = Histogram.builder()
                .classicOnly()
                .name("fraud_api_request_seconds")
                .help("Time from a request's headers to its answer")
                .labelNames("call")
                .classicExponentialUpperBounds(100e-6, 2, 16)
                .register(registry);
        registry.register(single.collector());
        // All from the start, so that a first one is a rise.
        for (Call call : Call.values()) {
            seconds.put(call, times.labelValues(call.label()));
            var unused = requests.labelValues(call.label(), Integer.toString(SERVER_ERROR));
        }
        decidedByRules = decisions.labelValues("rules");
        decidedByStandIns = decisions.labelValues("stand_in");
        for (StandInReason reason : StandInReason.values()) {
            standIns.put(reason, stoodIn.labelValues(reason.label()));
            lateAlike.put(reason, late.labelValues("false", reason.label()));
            lateDiffering.put(reason, late.labelValues("true", reason.label()));
            lateRejected.put(reason, rejected.labelValues(reason.label()));
        }
        for (TurnedAway.Reason reason : TurnedAway.Reason.values()) {
            turnedAway.put(reason, away.labelValues(reason.label()));
            turnedAwayLines.put(reason, awayLines.labelValues(reason.label()));
        }
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    @Override
    public void answered(Call call, int status, boolean isTurnedAway, long tookNs) {
        int index = call.ordinal() * STATUS_END + status;
        CounterDataPoint point = requestPoints.get(index);
        if (point == null) {
            point = requests.labelValues(call.label(), Integer.toString(status));
            requestPoints.set(index, point);
        }
        point.inc();
        answered.increment();
        // A member that is not ready says so by 503, which is no error.
        if (status >= SERVER_ERROR && call != Call.OPEN && !isTurnedAway) {
            serverErrors.increment();
        }
        DistributionDataPoint times = seconds.get(call);
        if (times != null) {
            times.observe(tookNs / NS_PER_SECOND);
        }
        if (SINGLE.contains(call)) {
            single.record(tookNs, 1);
        }
    }

    @Override
    public void decided(boolean byStandIn) {
        add(byStandIn ? decidedByStandIns : decidedByRules);
    }

    @Override
    public void stoodIn(StandInReason reason) {
        add(standIns.get(reason));
    }

    @Override
    public void decidedLate(StandInReason reason, boolean differed) {
        add((differed ? lateDiffering : lateAlike).get(reason));
    }

    @Override
    public void rejectedLate(StandInReason reason) {
        add(lateRejected.get(reason));
    }

    @Override
    public void turnedAway(TurnedAway.Reason reason) {
        add(turnedAway.get(reason));
    }

    @Override
    public void turnedAwayLines(TurnedAway.Reason reason, int count) {
        CounterDataPoint point = turnedAwayLines.get(reason);
        if (point != null) {
            point.inc(count);
        }
    }

    private static void add(@Nullable CounterDataPoint point) {
        if (point != null) {
            point.inc();
        }
    }

    @Override
    public void accessLinesDropped(int count) {
        linesDropped.inc(count);
    }

    @Override
    public void observe(Gauge gauge, Supplier<Number> figure) {
        gauges.put(gauge, figure);
        var unused = GaugeWithCallback.builder()
                .name("fraud_api_" + gauge.label())
                .help(gauge.help())
                .callback(callback -> callback.call(figure.get().doubleValue()))
                .register(registry);
    }

    /** Ends the ten seconds of recent times; called once a second. */
    void tick(long nowNs) {
        single.tick(nowNs);
    }

    /** All of it now. */
    public ApiFigures figures() {
        Map<String, Long> stoodIn = new TreeMap<>();
        standIns.forEach((reason, point) -> stoodIn.put(reason.label(), (long) point.get()));
        long differing = sum(lateDiffering);
        return new ApiFigures(
                answered.sum(),
                serverErrors.sum(),
                stoodIn,
                sum(lateAlike) + differing,
                differing,
                byReason(turnedAway),
                byReason(turnedAwayLines),
                gauge(Gauge.CONNECTIONS),
                gauge(Gauge.QUEUE),
                gauge(Gauge.QUEUE_LIMIT),
                single.recent());
    }

    private static Map<String, Long> byReason(Map<TurnedAway.Reason, CounterDataPoint> points) {
        Map<String, Long> counts = new TreeMap<>();
        points.forEach((reason, point) -> counts.put(reason.label(), (long) point.get()));
        return counts;
    }

    private static long sum(Map<StandInReason, CounterDataPoint> points) {
        return points.values().stream().mapToLong(point -> (long) point.get()).sum();
    }

    private long gauge(Gauge gauge) {
        Supplier<Number> figure = gauges.get(gauge);
        return figure == null ? 0 : figure.get().longValue();
    }
}
