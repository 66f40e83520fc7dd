package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlicePacingTest {
    private final List<Long> pauses = new ArrayList<>();
    private long scored = 1_000;

    private final SlicePacing pacing = new SlicePacing(() -> scored, pauses::add);

    @Test
    void shouldLoseNoTimeWhileNothingIsScored() {
        for (int slice = 0; slice < 10; slice++) {
            pacing.sliceDone(BacktestRun.SLICE_NS);
        }
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldWaitAfterEachSliceWhileTheMemberScores() {
        for (int slice = 0; slice < 3; slice++) {
            scored += 30;
            pacing.sliceDone(BacktestRun.SLICE_NS);
        }
        assertThat(pauses).containsExactly(SlicePacing.PAUSE_NS, SlicePacing.PAUSE_NS, SlicePacing.PAUSE_NS);
    }

    @Test
    void shouldWaitLongerBehindASliceThatTookLong() {
        scored++;
        pacing.sliceDone(SlicePacing.SLOW_NS);
        scored++;
        pacing.sliceDone(SlicePacing.SLOW_NS + 1);
        scored++;
        pacing.sliceDone(SlicePacing.PAUSE_MAX_NS);

        assertThat(pauses)
                .containsExactly(
                        SlicePacing.PAUSE_NS,
                        SlicePacing.TIMES_WHEN_SLOW * (SlicePacing.SLOW_NS + 1),
                        SlicePacing.PAUSE_MAX_NS);
    }

    @Test
    void shouldGoOnAtOnceWhenScoringHasEnded() {
        scored++;
        pacing.sliceDone(BacktestRun.SLICE_NS);
        pacing.sliceDone(BacktestRun.SLICE_NS);
        assertThat(pauses).hasSize(1);
    }

    @Test
    void shouldTakeAQuarterOfTheTimeAtMost() {
        assertThat(SlicePacing.PAUSE_NS).isEqualTo(3 * BacktestRun.SLICE_NS);
    }
}
