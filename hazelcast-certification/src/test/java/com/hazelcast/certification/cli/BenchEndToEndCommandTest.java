package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before a cluster is started. */
class BenchEndToEndCommandTest {
    @ParameterizedTest
    @CsvSource({
        "--latency-from=due, --rate=0",
        "'--latency-from=due --rate=1000,0', --rate=0",
        "'--rate=1000,-1', rate=-1",
        "--clock-speed=0, speed=0",
        "--members=0, members=0",
        "--members=3 --backups=3, backups=3",
        "--backups=1, 'so members must be more than backups: members=1 backups=1'",
        "'--clock-speed=1000000 --duration=1h', ' run=3608s most='",
        "'--clock-speed=2,3 --rate=1,2,3', 'give one clock speed, or one for each rate: clock-speed=[2, 3] rate=[1, 2, 3]'",
        "--spectrum=no/such/folder/times.svg, no such folder",
        "--duration=119s --minutes-csv=minutes.csv, two minutes",
        "--duration=2m --minutes-csv=no/such/folder/minutes.csv, no such folder",
    })
    void shouldRefuseWhatCannotBeMeasured(String options, String named) {
        assertThat(RefusedCall.errors("bench end-to-end " + options)).contains(named);
    }
}
