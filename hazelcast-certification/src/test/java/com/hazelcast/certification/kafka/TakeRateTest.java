package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TakeRateTest {
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Takes so many whenever it may, for ten seconds; returns how many these were. */
    private static long takenInTenSeconds(TakeRate rate, int count) {
        long taken = 0;
        for (long nowNs = 0; nowNs < TimeUnit.SECONDS.toNanos(10); nowNs += STEP_NS) {
            if (rate.waitNs(nowNs) == 0) {
                rate.taken(count);
                taken += count;
            }
        }
        return taken;
    }

    @Test
    void shouldTakeNoMoreThanTheRateBeyondOneBurst() {
        assertThat(takenInTenSeconds(new TakeRate(1_000, 0), 1)).isBetween(9_900L, 10_011L);
    }

    @Test
    void shouldReachTheRateBySlices() {
        assertThat(takenInTenSeconds(new TakeRate(50_000, 0), TakeRate.slice(50_000)))
                .isBetween(499_000L, 500_750L);
    }

    @Test
    void shouldWaitLongerBehindABigBatch() {
        assertThat(takenInTenSeconds(new TakeRate(1_000, 0), 2_048)).isBetween(9_000L, 12_300L);
    }

    @Test
    void shouldSayHowLongToWaitAndSaveNoMoreThanTwoSlicesWhileNothingComes() {
        TakeRate rate = new TakeRate(1_000, 0);
        long nowNs = TimeUnit.HOURS.toNanos(1);
        assertThat(rate.waitNs(nowNs)).isZero();
        rate.taken(11);
        assertThat(rate.waitNs(nowNs)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(rate.waitNs(nowNs + TimeUnit.MILLISECONDS.toNanos(1))).isZero();
    }

    /** Or as many as a tenth of a second brings would be before what comes by other ways. */
    @Test
    void shouldTakeAFewSlicesInOneMomentBehindAPause() {
        TakeRate rate = new TakeRate(50_000, 0);
        long nowNs = TimeUnit.SECONDS.toNanos(1);
        int taken = 0;
        while (rate.waitNs(nowNs) == 0) {
            rate.taken(TakeRate.slice(50_000));
            taken += TakeRate.slice(50_000);
        }
        assertThat(taken).isEqualTo(750);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "199, 1", "1000, 5", "50000, 250", "1000000, 5000", "2147483647, 8192"})
    void shouldMakeASliceOfWhatFiveMillisecondsBring(int perSecond, int records) {
        assertThat(TakeRate.slice(perSecond)).isEqualTo(records);
        TakeRate rate = new TakeRate(perSecond, 0);
        assertThat(rate.isSlice(records)).isTrue();
        assertThat(rate.isSlice(records - 1)).isFalse();
    }

    @Test
    void shouldTakeAllWithoutABound() {
        TakeRate rate = new TakeRate(0, 0);
        assertThat(takenInTenSeconds(rate, 10)).isEqualTo(100_000);
        assertThat(TakeRate.slice(0)).isEqualTo(KafkaLimits.RECORDS_PER_POLL);
        assertThat(rate.isSlice(KafkaLimits.RECORDS_PER_POLL))
                .as("a full poll: the next one is not made larger by a wait")
                .isTrue();
        assertThat(rate.isSlice(KafkaLimits.RECORDS_PER_POLL - 1)).isFalse();
    }
}
