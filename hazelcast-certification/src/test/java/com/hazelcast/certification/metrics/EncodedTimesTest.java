package com.hazelcast.certification.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class EncodedTimesTest {
    private static final long MS = 1_000_000;

    private final AnswerLatency one = new AnswerLatency("one_seconds", "Some times");
    private final AnswerLatency other = new AnswerLatency("other_seconds", "Some times");

    @Test
    void shouldAddUpWhatMembersSend() {
        one.record(2 * MS, 990);
        other.record(50 * MS, 10);

        Histogram sum = EncodedTimes.sum(List.of(
                EncodedTimes.encode(one.sinceStartHistogram()), EncodedTimes.encode(other.sinceStartHistogram())));

        assertThat(sum.getTotalCount()).isEqualTo(1_000);
        assertThat(sum.getCountAtValue(2 * MS)).isEqualTo(990);
        assertThat(sum.valuesAreEquivalent(sum.getMaxValue(), 50 * MS)).isTrue();
    }

    @Test
    void shouldHaveTheTimesSinceTheLastResetInACopy() {
        one.record(2 * MS, 5);
        one.reset();
        one.record(3 * MS, 7);
        Histogram earlier = one.sinceStartHistogram();
        one.record(3 * MS, 11);

        assertThat(earlier.getTotalCount()).isEqualTo(7);
        assertThat(one.sinceStartHistogram().getTotalCount()).isEqualTo(18);
    }

    @Test
    void shouldRefuseWhatIsNoHistogram() {
        assertThatThrownBy(() -> EncodedTimes.sum(List.of("AAAAAAAAAAAA")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
