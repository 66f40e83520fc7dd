package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.RunMinutes;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class EndToEndBenchTest {
    private static EndToEndBench.Result result(double tps, long unaccounted) {
        return new EndToEndBench.Result(
                100_000,
                tps,
                tps,
                0,
                0,
                0,
                0,
                4.5,
                437,
                438,
                5,
                60,
                6_400,
                2_000,
                Double.NaN,
                unaccounted,
                new RunMinutes(List.of()),
                new Histogram(2),
                new DriverWork(1, 1, 0, 1, 0));
    }

    @Test
    void shouldBeGoodWhenAllThatWasScoredHasAnAccount() {
        EndToEndBench.Result good = result(1, 0);

        assertThat(good.isGood()).isTrue();
        good.requireGood();
    }

    @Test
    void shouldNotBeGoodWhenNothingWasScoredHoweverShortItsTimes() {
        assertThat(result(0, 0).isGood()).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(() -> result(0, 0).requireGood())
                .withMessageContaining("tps=0.0");
    }

    @Test
    void shouldNotBeGoodWhenATransactionHasNoAccount() {
        assertThat(result(1, 1).isGood()).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(() -> result(1, 1).requireGood())
                .withMessageContaining("unaccounted=1");
    }
}
