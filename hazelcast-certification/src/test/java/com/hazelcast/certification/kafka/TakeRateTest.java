package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TakeRateTest {
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Takes so many whenever it may, for ten seconds; returns how many these were. */
    private static long takenInTenSeconds(TakeRate rate, int count) {
        long taken = 0;
        for (long nowNs = 0; nowNs < TimeUnit.SECONDS.toNanos(10); nowNs += STEP_NS) {
            if (rate.mayTake(nowNs)) {
                rate.taken(count);
                taken += count;
            }
        }
        return taken;
    }

    @Test
    void shouldTakeNoMoreThanTheRateBeyondOneBurst() {
        assertThat(takenInTenSeconds(new TakeRate(1_000, 0), 1)).isBetween(9_900L, 10_101L);
    }

    @Test
    void shouldWaitLongerBehindABigBatch() {
        assertThat(takenInTenSeconds(new TakeRate(1_000, 0), 2_048)).isBetween(9_000L, 12_300L);
    }

    @Test
    void shouldSaveNoMoreThanABurstWhileNothingComes() {
        TakeRate rate = new TakeRate(1_000, 0);
        assertThat(rate.mayTake(TimeUnit.HOURS.toNanos(1))).isTrue();
        rate.taken(101);
        assertThat(rate.mayTake(TimeUnit.HOURS.toNanos(1))).isFalse();
    }

    @Test
    void shouldTakeAllWithoutABound() {
        assertThat(takenInTenSeconds(new TakeRate(0, 0), 10)).isEqualTo(100_000);
    }
}
