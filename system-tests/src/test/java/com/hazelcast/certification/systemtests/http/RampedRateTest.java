package com.hazelcast.certification.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RampedRateTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final RampedRate rate = new RampedRate(1_000);

    @Test
    void shouldRiseEvenlyAndStay() {
        assertThat(rate.due(0)).isZero();
        assertThat(rate.due(SECOND_NS)).isEqualTo(50);
        assertThat(rate.due(5 * SECOND_NS)).isEqualTo(1_250);
        assertThat(rate.due(10 * SECOND_NS)).isEqualTo(5_000);
        assertThat(rate.due(11 * SECOND_NS)).isEqualTo(6_000);
    }

    @Test
    void shouldSayWhenEachIsDue() {
        for (long index = 0; index < 10_000; index++) {
            long dueNs = rate.dueNs(index);
            assertThat(rate.due(dueNs + 1_000)).as("index=%d", index).isGreaterThanOrEqualTo(index);
            assertThat(rate.due(Math.max(0, dueNs - 1_000)))
                    .as("index=%d", index)
                    .isLessThanOrEqualTo(index);
        }
    }
}
