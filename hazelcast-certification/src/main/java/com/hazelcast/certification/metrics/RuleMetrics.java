package com.hazelcast.certification.metrics;

import com.hazelcast.certification.scoring.BatchScorer;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Verdicts by rule on shards that this member owns, and what rules cost: {@code fraud_verdicts_total}, and {@code
 * fraud_rule_sampled_seconds_total / fraud_rule_samples_total}, each rule tried alone. Thread-safe; written once a batch.
 */
public final class RuleMetrics {
    private static final double NS_PER_SECOND = 1e9;

    private final Counter verdicts;
    private final Counter ruleSeconds;
    private final Counter ruleSamples;
    private final AtomicReferenceArray<CounterDataPoint> verdictPoints =
            new AtomicReferenceArray<>(BatchScorer.VERDICT_COUNT);
    private final AtomicReferenceArray<CounterDataPoint> ruleSecondsPoints =
            new AtomicReferenceArray<>(BatchScorer.VERDICT_COUNT);
    private final AtomicLongArray lastVerdictMs = new AtomicLongArray(BatchScorer.VERDICT_COUNT);
    private final Clock clock;

    RuleMetrics(PrometheusRegistry registry, Clock clock) {
        this.clock = clock;
        verdicts = Counter.builder()
                .name("fraud_verdicts_total")
                .help("Verdicts given on shards that this member owns, by number of the rule; 0 when no rule held")
                .labelNames("rule")
                .register(registry);
        ruleSeconds = Counter.builder()
                .name("fraud_rule_sampled_seconds_total")
                .help("Time in which this member evaluated the rule alone, on a sample of transactions")
                .labelNames("rule")
                .register(registry);
        ruleSamples = Counter.builder()
                .name("fraud_rule_samples_total")
                .help("Transactions on which this member has evaluated every rule alone, to see what rules cost")
                .register(registry);
        expect(0);
    }

    /** Shows the rules up to that number from now on, also those that have not held. */
    public void expect(int lastRule) {
        for (int rule = 0; rule <= lastRule; rule++) {
            pointOf(rule).inc(0);
        }
    }

    private CounterDataPoint pointOf(int rule) {
        CounterDataPoint known = verdictPoints.get(rule);
        if (known != null) {
            return known;
        }
        CounterDataPoint point = verdicts.labelValues(Integer.toString(rule));
        verdictPoints.set(rule, point);
        if (rule > 0) {
            ruleSecondsPoints.set(rule, ruleSeconds.labelValues(Integer.toString(rule)));
        }
        return point;
    }

    void given(int verdict, int count) {
        pointOf(verdict).inc(count);
        lastVerdictMs.set(verdict, clock.millis());
    }

    void timed(int transactionCount, long[] ruleNs) {
        ruleSamples.inc(transactionCount);
        for (int rule = 1; rule < BatchScorer.VERDICT_COUNT; rule++) {
            CounterDataPoint point = ruleSecondsPoints.get(rule);
            if (point != null) {
                point.inc(ruleNs[rule] / NS_PER_SECOND);
            }
        }
    }

    /** Verdicts given, by number of the rule from the given one on. */
    public long verdictsFrom(int leastRule) {
        long given = 0;
        for (int rule = leastRule; rule < BatchScorer.VERDICT_COUNT; rule++) {
            given += verdictCount(rule);
        }
        return given;
    }

    /** How often that verdict has been given. */
    public long verdictCount(int verdict) {
        CounterDataPoint point = verdictPoints.get(verdict);
        return point == null ? 0 : (long) point.get();
    }

    /** When that verdict was last given, in ms since the epoch; 0: not yet. */
    public long lastVerdictMs(int verdict) {
        return lastVerdictMs.get(verdict);
    }

    /** Time in which this member has evaluated that rule alone, on {@link #sampleCount} transactions. */
    public double sampledNs(int rule) {
        CounterDataPoint point = ruleSecondsPoints.get(rule);
        return point == null ? 0 : point.get() * NS_PER_SECOND;
    }

    /** Transactions on which this member has evaluated every rule alone. */
    public long sampleCount() {
        return (long) ruleSamples.get();
    }
}
