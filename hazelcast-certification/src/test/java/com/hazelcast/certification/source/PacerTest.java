package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacerTest {
    private static final long BLOCK_NS = 10_000_000;
    private static final long PAUSE_NS = 200_000_000;

    private long nowNs;

    @ParameterizedTest
    @CsvSource({"0, 2048", "1, 1", "999, 1", "30000, 30", "300000, 300", "100000000, 2048"})
    void shouldSendAMillisecondsWorthAtATime(long recordsPerSecond, int blockRecords) {
        assertThat(new Pacer(recordsPerSecond, false).blockRecords(2_048)).isEqualTo(blockRecords);
    }

    @Test
    void shouldLetThroughTheRate() {
        Pacer pacer = pacer(false);
        for (int block = 0; block < 10; block++) {
            assertThat(pacer.await(100)).isZero();
            assertThat(nowNs).isEqualTo(block * BLOCK_NS);
        }
    }

    @Test
    void shouldSayHowLongRecordsHaveBeenDueAndKeepTheSchedule() {
        Pacer pacer = pacer(true);
        pacer.await(100);
        nowNs += PAUSE_NS;
        assertThat(pacer.await(100)).isEqualTo(PAUSE_NS - BLOCK_NS);
        assertThat(pacer.await(100)).isEqualTo(PAUSE_NS - 2 * BLOCK_NS);
    }

    @Test
    void shouldForgetWhatNobodyReadUnlessTheScheduleIsKept() {
        Pacer pacer = pacer(false);
        pacer.await(100);
        nowNs += PAUSE_NS;
        assertThat(pacer.await(100)).as("ns overdue").isEqualTo(20_000_000);
        assertThat(pacer.await(100)).isEqualTo(10_000_000);
        assertThat(pacer.await(100)).isZero();
        assertThat(pacer.await(100)).isZero();
        assertThat(nowNs).isEqualTo(PAUSE_NS + BLOCK_NS);
    }

    @Test
    void shouldCountTheTimeOfWhoWokeUpLateAndNotOfWhoWasHeldBack() {
        long[] lateNs = {0};
        Pacer pacer = new Pacer(10_000, true, () -> nowNs, ns -> nowNs += ns + lateNs[0]);
        pacer.await(100);
        lateNs[0] = 1_000_000;
        pacer.await(100);
        assertThat(pacer.lateNs()).as("a millisecond is not late").isZero();
        lateNs[0] = 7_000_000;
        pacer.await(100);
        assertThat(pacer.lateNs()).isEqualTo(7_000_000);
        nowNs += PAUSE_NS;
        assertThat(pacer.await(100)).as("held back").isGreaterThan(PAUSE_NS / 2);
        assertThat(pacer.lateNs()).isEqualTo(7_000_000);
    }

    /** 100 records are 10 ms. Its clock stands still but when it waits. */
    private Pacer pacer(boolean keepsSchedule) {
        return new Pacer(10_000, keepsSchedule, () -> nowNs, ns -> nowNs += ns);
    }
}
