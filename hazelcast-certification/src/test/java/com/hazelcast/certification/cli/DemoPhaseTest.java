package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.cli.demo.DemoPhase;
import com.hazelcast.certification.logs.CapturedErr;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoPhaseTest {
    @ParameterizedTest
    @CsvSource({"3,1", "9,3", "30,10", "31,10", "600,10"})
    void shouldRunAThirdAtTheSteadyRateButTenSecondsAtMost(int seconds, int steadySeconds) {
        assertThat(DemoCommand.steadyPart(Duration.ofSeconds(seconds))).isEqualTo(Duration.ofSeconds(steadySeconds));
    }

    @Test
    void shouldSayHowFastItWentAndHowLongAnswersTook() {
        DemoPhase phase = new DemoPhase(300_000, 10_000_000_000L, 340_000, 1_300_000, 4_000_000, DriverWork.NONE);

        assertThat(phase.describe("times"))
                .isEqualTo("30,000 TPS for 10.0 s; times p50 0.34 ms, p99 1.30 ms, p99.9 4.00 ms");
    }

    @Test
    void shouldSayWhenWhatSendsWasTheBound() {
        DemoPhase phase = new DemoPhase(300_000, 10_000_000_000L, 340_000, 1_300_000, 4_000_000, DriverWork.NONE);
        DriverWork busy = new DriverWork(10_000_000_000L, 9_500_000_000L, 0, 1, 0);

        assertThat(phase.sentBy(busy).describe("times").lines())
                .element(1)
                .asString()
                .startsWith("bounded by the driver: what sends had 0.95 processors");
    }

    @Test
    void shouldRefuseARateOfNothing() {
        try (CapturedErr err = new CapturedErr()) {
            assertThat(Fraud.commandLine().execute("demo", "--rate=0")).isEqualTo(2);
            assertThat(err.text())
                    .containsSubsequence("fraud: the steady part needs at least one transaction a second: rate=0");
        }
    }
}
