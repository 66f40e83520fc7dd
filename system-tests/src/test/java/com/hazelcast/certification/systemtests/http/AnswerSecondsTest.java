package com.hazelcast.certification.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnswerSecondsTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long RATE = 1_000;

    private final AnswerSeconds seconds = new AnswerSeconds(0);

    private void second(int second, int good, int poor) {
        for (int i = 0; i < good + poor; i++) {
            seconds.add(second * SECOND_NS + i, i < poor);
        }
    }

    private boolean isSteadyAfter(int passed) {
        return seconds.isSteady(passed * SECOND_NS, RATE);
    }

    @Test
    void shouldBeSteadyWhenAsManyAreDecidedInTimeAsAreRequested() {
        for (int second = 0; second < 4; second++) {
            assertThat(isSteadyAfter(second)).as("after %d s", second).isEqualTo(second >= 3);
            second(second, 1_000, 0);
        }
    }

    @Test
    void shouldBeSteadyAgainWhenTheSecondsOfAFaultHavePassed() {
        second(0, 1_000, 0);
        second(1, 10, 900);
        second(2, 1_000, 0);
        second(3, 1_000, 0);
        second(4, 1_000, 0);

        assertThat(isSteadyAfter(4)).isFalse();
        assertThat(isSteadyAfter(5)).isTrue();
    }

    @Test
    void shouldBeSteadyWithFewPoorAnswersAndNotWithMore() {
        second(0, 1_000, 1);
        second(1, 1_000, 2);
        second(2, 1_000, 0);
        assertThat(isSteadyAfter(3)).isTrue();

        second(3, 1_000, 2);
        assertThat(isSteadyAfter(4)).isFalse();
    }

    @Test
    void shouldNotBeSteadyWhenAnswersAreMissing() {
        second(0, 1_000, 0);
        second(1, 850, 0);
        second(2, 1_150, 0);

        assertThat(isSteadyAfter(3)).isFalse();
        assertThat(seconds.last(3 * SECOND_NS))
                .isEqualTo("answersOfLastSeconds=[1000, 850, 1150] lateOrByStandIn=[0, 0, 0]");
        assertThat(seconds.full(2 * SECOND_NS)).containsExactly(1_000L, 850L);
    }
}
