package com.hazelcast.certification.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemberWorkTest {
    private static final String METRICS = "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %s\n"
            + "fraud_batches_total %s\nfraud_batches_held_total 3.0\n";
    private static final String RESIDENT = "process_resident_memory_bytes %s\n";

    @Test
    void shouldSayWhatWasDoneBetweenTwoScrapes() throws IOException {
        MemberWork before = MemberWork.of(METRICS.formatted("12.5", "1.0E7") + RESIDENT.formatted("1.0E9"), 40);
        MemberWork after = MemberWork.of(METRICS.formatted("13.75", "1.0000100E7") + RESIDENT.formatted("1.5E9"), 42.5);

        assertThat(after.since(before)).isEqualTo(new MemberWork(2.5, 1.25, 100, 1.5E9));
        assertThat(after.since(before).cores()).isEqualTo(0.5);
        assertThat(after.since(before).batchesPerSecond()).isEqualTo(40);
    }

    @Test
    void shouldDoWithoutTheMemoryOfASystemThatDoesNotReportIt() throws IOException {
        assertThat(MemberWork.of(METRICS.formatted("12.5", "1.0"), 40).residentBytes())
                .isNaN();
    }

    @Test
    void shouldNameTheMetricThatIsMissing() {
        assertThatThrownBy(() -> MemberWork.of("process_cpu_seconds_total 1.0\n", 40))
                .hasMessageContaining("fraud_batches_total");
    }
}
