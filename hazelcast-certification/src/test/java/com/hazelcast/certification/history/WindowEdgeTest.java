package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.layout.WindowEdge;
import com.hazelcast.certification.transaction.TransactionLayout;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class WindowEdgeTest {
    private static final long TICK_MS = 1 << 17;
    private static final long SUM_MAX = (1L << 36) - 1;
    private static final int COUNT_MAX = 4_094;

    @Property
    void shouldKeepCountAndSumAndTheTickOfTheNextEntry(
            @ForAll @LongRange(max = TransactionLayout.TIME_MS_MAX) long nextMs,
            @ForAll @LongRange(max = HistoryLimits.HORIZON_MS) long ageMs,
            @ForAll @IntRange(max = COUNT_MAX) int count,
            @ForAll @LongRange(max = SUM_MAX) long sumUnits) {
        long edge = WindowEdge.of(nextMs, count, sumUnits);

        assertThat(WindowEdge.count(edge)).isEqualTo(count);
        assertThat(WindowEdge.sumUnits(edge)).isEqualTo(sumUnits);
        assertThat(WindowEdge.nextMs(edge, nextMs + ageMs)).isEqualTo(nextMs / TICK_MS * TICK_MS);
    }

    @Test
    void shouldNotBeKnownWhenItDoesNotFit() {
        assertThat(WindowEdge.of(Shards.START_MS, COUNT_MAX + 1, 1)).isEqualTo(WindowEdge.UNKNOWN);
        assertThat(WindowEdge.of(Shards.START_MS, 1, SUM_MAX + 1)).isEqualTo(WindowEdge.UNKNOWN);
        assertThat(WindowEdge.of(0, 0, 0)).isNotEqualTo(WindowEdge.UNKNOWN);
        assertThat(WindowEdge.holdsAfter(WindowEdge.UNKNOWN, Shards.START_MS, 0))
                .isFalse();
    }

    @Test
    void shouldHoldUntilTheWindowReachesTheNextEntry() {
        long nextMs = Shards.START_MS / TICK_MS * TICK_MS;
        long newestMs = nextMs + 60 * HistoryLimits.DAY_MS;
        long edge = WindowEdge.of(nextMs, 3, 30);

        assertThat(WindowEdge.holdsAfter(edge, newestMs, nextMs - 1)).isTrue();
        assertThat(WindowEdge.holdsAfter(edge, newestMs, nextMs)).isFalse();
    }
}
