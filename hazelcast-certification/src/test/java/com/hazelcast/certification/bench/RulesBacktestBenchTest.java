package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.watch.DriverWork;
import org.junit.jupiter.api.Test;

class RulesBacktestBenchTest {
    @Test
    void shouldSayWhenTheSourceWasTheBoundOfAnswersBesideIt() {
        var late = new DriverWork(10_000_000_000L, 1_000_000_000L, 0, 1, 500_000_000);

        assertThat(new RulesBacktestBench.Result(0.5, 5_512, 20_000, 1_000, 0.25, 12.5, 20, late).lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("sample 0.5: 5.5 s for 20,000 transactions of 1,000 cards,"
                                        + " 25.00 % of them decided in another way than recorded"),
                        line -> assertThat(line).isEqualTo("p99.9 without it 12.50 ms, with it 20.00 ms"),
                        line -> assertThat(line).startsWith("load tool: 0.10 processors"),
                        line -> assertThat(line)
                                .startsWith("bounded by the driver: what sends was late for 5.0 % of the time"));
    }

    @Test
    void shouldSayNothingOfASourceWithoutARate() {
        assertThat(new RulesBacktestBench.Result(1, 5_512, 20_000, 1_000, 0.25, Double.NaN, Double.NaN, DriverWork.NONE)
                        .lines())
                .hasSize(1);
    }
}
