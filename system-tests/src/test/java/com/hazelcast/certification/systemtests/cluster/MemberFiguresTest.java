package com.hazelcast.certification.systemtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class MemberFiguresTest {
    private static final MemberFigures FIGURES = new MemberFigures("""
            # TYPE fraud_cards gauge
            fraud_cards 12.0
            fraud_answer_seconds{quantile="0.99"} 0.25
            fraud_answer_seconds{quantile="0.999"} 0.5
            fraud_cards_other 7.0
            """);

    @Test
    void shouldAddUpOverLabels() {
        assertThat(FIGURES.sum("fraud_answer_seconds")).isEqualTo(0.75);
        assertThat(FIGURES.sum("fraud_cards")).isEqualTo(12);
        assertThat(FIGURES.sum("fraud_not_there")).isZero();
        assertThat(FIGURES.required("fraud_cards")).isEqualTo(12);
        assertThat(FIGURES.required("fraud_answer_seconds", "quantile", "0.999"))
                .isEqualTo(0.5);
    }

    /** Of a figure that is looked at for a trend, 0 each time would be a level. */
    @Test
    void shouldTakeNoMetricThatIsMissingForZero() {
        assertThatIllegalStateException()
                .isThrownBy(() -> FIGURES.required("process_open_fds"))
                .withMessageEndingWith("metric=process_open_fds");
        assertThatIllegalStateException()
                .isThrownBy(() -> FIGURES.required("fraud_answer_seconds", "quantile", "1"))
                .withMessageEndingWith("metric=fraud_answer_seconds{quantile=\"1\"}");
    }
}
