package com.hazelcast.certification.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpPaceTest {
    @ParameterizedTest
    @CsvSource({
        // rate, milliseconds, loops: what all loops together have due
        "1000, 1000, 1, 1000",
        "1000, 1000, 3, 1000",
        "1000, 1, 4, 1",
        "3, 1000, 2, 3",
        "1000, 0, 2, 0"
    })
    void shouldShareOutWhatIsDue(double rate, long ms, int loops, long expected) {
        HttpPace pace = HttpPace.during(rate, TimeUnit.MILLISECONDS.toNanos(ms));

        long sum = 0;
        for (int index = 0; index < loops; index++) {
            sum += pace.dueCount(pace.durationNs(), index, loops);
        }
        assertThat(sum).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1, 1000000", "20000, 3899999, 194999950000", "3, 1, 333333333"})
    void shouldSayWhenANumberIsDue(double rate, long number, long expectedNs) {
        assertThat(HttpPace.count(rate, Long.MAX_VALUE).dueNs(number)).isEqualTo(expectedNs);
    }
}
