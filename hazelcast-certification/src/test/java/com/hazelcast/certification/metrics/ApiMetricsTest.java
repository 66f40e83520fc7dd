package com.hazelcast.certification.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.api.http.Call;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

class ApiMetricsTest {
    private final ApiMetrics metrics = new ApiMetrics(new PrometheusRegistry());

    @Test
    void shouldCountErrorsBesideRequestsAndLinesThatWereTurnedAway() {
        metrics.answered(Call.DECISION, 500, false, 1);
        metrics.answered(Call.DECISION, 503, false, 1);
        metrics.turnedAway(TurnedAway.Reason.MEMBER_FULL);
        metrics.answered(Call.DECISION, 503, true, 1);
        metrics.turnedAway(TurnedAway.Reason.RATE);
        metrics.answered(Call.DECISION, 429, true, 1);
        metrics.turnedAwayLines(TurnedAway.Reason.MEMBER_FULL, 1_000);
        metrics.answered(Call.BATCH, 200, false, 1);
        metrics.answered(Call.OPEN, 503, false, 1);

        ApiFigures figures = metrics.figures();

        assertThat(figures.errors()).isEqualTo(2);
        assertThat(figures.turnedAway())
                .containsEntry("member_full", 1L)
                .containsEntry("rate", 1L)
                .containsEntry("too_many_connections", 0L);
        assertThat(figures.turnedAwayLines())
                .containsEntry("member_full", 1_000L)
                .containsEntry("rate", 0L);
    }
}
