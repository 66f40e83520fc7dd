package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemberWorkTest {
    private static final String METRICS = "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %s\n"
            + "fraud_batches_total %s\nfraud_batches_held_total 3.0\n";

    @Test
    void shouldSayWhatWasDoneBetweenTwoScrapes() throws IOException {
        MemberWork before = MemberWork.of(METRICS.formatted("12.5", "1.0E7"));
        MemberWork after = MemberWork.of(METRICS.formatted("13.75", "1.0000100E7"));

        assertThat(after.since(before)).isEqualTo(new MemberWork(1.25, 100, Double.NaN));
    }

    @Test
    void shouldCountMessagesWhereMembersDo() throws IOException {
        String metrics = METRICS.formatted("1.0", "2.0");
        MemberWork before = MemberWork.of(metrics + "fraud_messages_total 7.0\n");
        MemberWork after = MemberWork.of(metrics + "fraud_messages_total 9.0\n");

        assertThat(after.since(before).messages()).isEqualTo(2);
    }

    @Test
    void shouldNameTheMetricThatIsMissing() {
        assertThatThrownBy(() -> MemberWork.of("process_cpu_seconds_total 1.0\n"))
                .hasMessageContaining("fraud_batches_total");
    }
}
