package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacerTest {
    @ParameterizedTest
    @CsvSource({"0, 2048", "1, 1", "999, 1", "30000, 30", "300000, 300", "100000000, 2048"})
    void shouldSendAMillisecondsWorthAtATime(long recordsPerSecond, int blockRecords) {
        assertThat(new Pacer(recordsPerSecond).blockRecords(2_048)).isEqualTo(blockRecords);
    }

    /** No more than the rate, on whatever machine: a slow one makes it less. */
    @Test
    void shouldNotLetThroughMoreThanTheRate() {
        long beginNs = System.nanoTime();
        Pacer pacer = new Pacer(10_000);
        for (int block = 0; block < 10; block++) {
            pacer.await(100);
        }
        assertThat(System.nanoTime() - beginNs)
                .as("ns for the first 900 of 1,000 records")
                .isGreaterThan(60_000_000L);
    }
}
