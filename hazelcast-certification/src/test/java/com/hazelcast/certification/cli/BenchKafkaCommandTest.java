package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before a broker is started. */
class BenchKafkaCommandTest {
    @ParameterizedTest
    @CsvSource({
        "--clock-speed=0, speed=0",
        "'--rows=records,catching-up --clock-speed=2', rows=catching-up clock-speed=2",
        "'--rows=all-verdicts --clock-speed=2', rows=all-verdicts clock-speed=2",
        "'--rows=latency --clock-speed=1000000 --seconds=600', ' run=720s most='",
        "--rounds=2, rounds=2",
        "--rows=no-row, rows=no-row",
    })
    void shouldRefuseWhatCannotBeMeasured(String options, String named) {
        assertThat(RefusedCall.errors("bench kafka " + options)).contains(named);
    }
}
