package com.hazelcast.certification.systemtests.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.traffic.Audit;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultReportTest {
    private final FaultReport report = new FaultReport();

    private static Outcome outcome(int lost) {
        return new Outcome("kill -9", 1, 0, new Audit(10, 10, 10, 2, lost, 0, 0, 0, List.of()), 5, List.of());
    }

    @Test
    void shouldNotBeGoodWhenNothingWasFired() {
        assertThat(report.isGood()).isFalse();

        report.skip("Skipped: a partition needs root");

        assertThat(report.isGood()).isFalse();
    }

    @Test
    void shouldBeGoodWhenAllThatWasFiredIs() {
        report.add(outcome(0));
        assertThat(report.isGood()).isTrue();

        report.add(outcome(1));
        assertThat(report.isGood()).isFalse();
    }
}
