package com.hazelcast.certification.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What sets are warmed up on where there are no histories. */
class RuleWarmUpTest {
    private static final int DECISIONS = 4_096;
    private static final int BURST = 4;

    /** Of one card, in their order. */
    private static List<Long> timesMs() {
        return IntStream.range(0, DECISIONS)
                .filter(number -> RuleWarmUp.card(number) == RuleWarmUp.card(0))
                .mapToObj(RuleWarmUp::timeMs)
                .toList();
    }

    @Test
    void shouldLetACardPayInBurstsAndOverWeeks() {
        List<Long> timesMs = timesMs();
        assertThat(timesMs).hasSizeGreaterThan(60).isSorted().doesNotHaveDuplicates();
        // Of 60 that are kept.
        assertThat(timesMs.get(59) - timesMs.get(0)).isGreaterThan(40 * HistoryLimits.DAY_MS);
        assertThat(IntStream.range(BURST, timesMs.size())
                        .filter(i -> timesMs.get(i) - timesMs.get(i - BURST) < HistoryLimits.DAY_MS)
                        .count())
                .isGreaterThan(10);
    }
}
