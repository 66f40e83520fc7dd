package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacerTest {
    @ParameterizedTest
    @CsvSource({"0, 2048", "1, 1", "999, 1", "30000, 30", "300000, 300", "100000000, 2048"})
    void shouldSendAMillisecondsWorthAtATime(long recordsPerSecond, int blockRecords) {
        assertThat(new Pacer(recordsPerSecond, false).blockRecords(2_048)).isEqualTo(blockRecords);
    }

    /** No more than the rate, on whatever machine: a slow one makes it less. */
    @Test
    void shouldNotLetThroughMoreThanTheRate() {
        long beginNs = System.nanoTime();
        Pacer pacer = new Pacer(10_000, false);
        for (int block = 0; block < 10; block++) {
            pacer.await(100);
        }
        assertThat(System.nanoTime() - beginNs)
                .as("ns for the first 900 of 1,000 records")
                .isGreaterThan(60_000_000L);
    }

    @Test
    void shouldSayHowLongRecordsHaveBeenDueAndKeepTheSchedule() {
        Pacer pacer = new Pacer(10_000, true);
        pacer.await(100);
        long pausedNs = pause();
        // 100 records are 10 ms: whoever comes back later finds the next block that much overdue, and the one behind it
        // too.
        assertThat(pacer.await(100)).isGreaterThanOrEqualTo(pausedNs - 10_000_000L);
        assertThat(pacer.await(100)).isGreaterThanOrEqualTo(pausedNs - 20_000_000L);
    }

    @Test
    void shouldForgetWhatNobodyReadUnlessTheScheduleIsKept() {
        Pacer pacer = new Pacer(10_000, false);
        pacer.await(100);
        pause();
        assertThat(pacer.await(100)).as("ns overdue").isLessThan(100_000_000L);
    }

    /** As a reader that does not read for a while. */
    private static long pause() {
        long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < 200_000_000L) {
            LockSupport.parkNanos(10_000_000L);
        }
        return System.nanoTime() - beginNs;
    }
}
