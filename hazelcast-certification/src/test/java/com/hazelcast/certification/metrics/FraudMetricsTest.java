package com.hazelcast.certification.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.RuleSet;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FraudMetricsTest {
    private static final long NOW_MS = 1_798_967_585_307L;

    private final FraudMetrics metrics = new FraudMetrics(Clock.fixed(Instant.ofEpochMilli(NOW_MS), ZoneOffset.UTC));

    @Test
    void shouldRememberByItsClockWhenARuleLastHeld() {
        metrics.verdictsGiven(RuleSet.shipped(), 36, 2);

        assertThat(metrics.rules().lastVerdictMs(36)).isEqualTo(NOW_MS);
        assertThat(metrics.rules().lastVerdictMs(35)).isZero();
    }

    @Test
    void shouldCountTheLinesThatTheLogLeavesOutByEvent() {
        metrics.observeLog(() -> Map.of("call_failed", 7L, "other", 2L));

        CounterSnapshot leftOut = metrics.registry().scrape("fraud_log_lines_left_out"::equals).stream()
                .map(CounterSnapshot.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(leftOut.getDataPoints())
                .extracting(point -> point.getLabels().get("event") + " " + point.getValue())
                .containsExactlyInAnyOrder("call_failed 7.0", "other 2.0");
    }
}
