package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RefusalTest {
    @ParameterizedTest
    @EnumSource
    void shouldReturnEachReasonByItsOrdinal(Refusal refusal) {
        assertThat(Refusal.of(refusal.ordinal())).isSameAs(refusal);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveALabelThatFitsAMetricAndADescription(Refusal refusal) {
        assertThat(refusal.label()).matches("[a-z]+(_[a-z]+)*");
        assertThat(refusal.description()).isNotBlank();
    }

    @Test
    void shouldDescribeEveryReasonDifferently() {
        assertThat(Arrays.stream(Refusal.values()).map(Refusal::description)).doesNotHaveDuplicates();
    }

    @Test
    void shouldKeepTheOrderThatMembersAnswerIn() {
        assertThat(Arrays.stream(Refusal.values()).map(Refusal::label))
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
                        "new_card_quota");
    }
}
