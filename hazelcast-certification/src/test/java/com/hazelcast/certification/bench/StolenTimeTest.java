package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StolenTimeTest {
    @Test
    void shouldReportTheStolenShareOfAllTime() {
        long[] before = StolenTime.parse("cpu  100 10 50 800 20 0 15 5 7 0");
        long[] after = StolenTime.parse("cpu  150 10 70 915 20 0 20 15 50 0");

        assertThat(StolenTime.share(before, after)).isEqualTo(10 / 200.0);
    }

    @Test
    void shouldReturnNaNWhereTheKernelDoesNotReportIt() {
        assertThat(StolenTime.share(StolenTime.parse("cpu  100 10 50 800"), StolenTime.parse("cpu  150 10 70 915")))
                .isNaN();
        assertThat(StolenTime.share(new long[0], new long[0])).isNaN();
    }
}
