package com.hazelcast.certification.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Times since they were taken before, which nobody else's look or reset takes away. */
class AnswerLatencyTest {
    private final AnswerLatency latency = new AnswerLatency("some_seconds", "Some times");

    @Test
    void shouldHaveWhatWasAnsweredSinceItWasTakenBefore() {
        latency.record(1_000_000, 3);
        assertThat(latency.recent().maxNs()).isPositive();
        latency.reset();
        latency.record(5_000_000, 1);
        AnswerLatency.Quantiles first = latency.sinceTaken().orElseThrow();
        assertThat(first.p50Ns()).isBetween(990_000L, 1_010_000L);
        assertThat(first.maxNs()).isBetween(4_950_000L, 5_050_000L);
        latency.record(2_000_000, 1);
        assertThat(latency.sinceTaken().orElseThrow().maxNs()).isBetween(1_980_000L, 2_020_000L);
    }

    @Test
    void shouldHaveNothingWhereNothingWasAnswered() {
        assertThat(latency.sinceTaken()).isEmpty();
        latency.record(1_000_000, 1);
        assertThat(latency.sinceTaken()).isPresent();
        assertThat(latency.sinceTaken()).isEmpty();
    }
}
