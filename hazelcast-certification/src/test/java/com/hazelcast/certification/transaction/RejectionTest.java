package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RejectionTest {
    @ParameterizedTest
    @EnumSource
    void shouldReturnEachReasonByItsOrdinal(Rejection rejection) {
        assertThat(Rejection.of(rejection.ordinal())).isSameAs(rejection);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveALabelThatFitsAMetricAndADescription(Rejection rejection) {
        assertThat(rejection.label()).matches("[a-z]+(_[a-z]+)*");
        assertThat(rejection.description()).isNotBlank();
    }

    @Test
    void shouldDescribeEveryReasonDifferently() {
        assertThat(Arrays.stream(Rejection.values()).map(Rejection::description))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldKeepTheOrderThatMembersAnswerIn() {
        assertThat(Arrays.stream(Rejection.values()).map(Rejection::label))
                .startsWith(
                        "length",
                        "missing_field",
                        "extra_field",
                        "empty_field",
                        "not_a_digit",
                        "out_of_range",
                        "padding",
                        "truncated",
                        "future",
                        "too_old",
                        "not_loaded",
                        "memory_full",
                        "unprocessable",
                        "reference_reused",
                        "unknown_card",
                        "new_card_quota",
                        "shard_lost");
    }
}
