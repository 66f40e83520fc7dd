package com.hazelcast.certification.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The figures of minutes, from samples that are written down here: no time passes. */
class RunMinutesTest {
    private static final Offset<Double> OF_THE_HISTOGRAM = within(0.1);
    private static final double GIB = 1 << 30;

    private final Histogram times = new Histogram(TimeUnit.MINUTES.toNanos(2), 2);
    private final List<RunSample> samples = new ArrayList<>();
    private long scored = 1_000_000;

    private void sample(double atSeconds, double cpuSeconds, double residentBytes) {
        samples.add(new RunSample(
                7_000_000_000L + (long) (atSeconds * 1e9),
                scored,
                new MemberWork(100 + atSeconds, cpuSeconds, 1, residentBytes),
                times.copy()));
    }

    private void answer(int count, int ms) {
        times.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(ms), count);
        scored += count;
    }

    /** 600,000 in the first minute, some of them after 10 ms; 300,000 in the second, some of them after 40 ms, for as much work. */
    private RunMinutes twoMinutes() {
        answer(5_000, 1_000);
        sample(0.25, 20, GIB);
        answer(591_000, 1);
        answer(9_000, 10);
        sample(60.25, 26, 2 * GIB);
        answer(294_000, 2);
        answer(6_000, 40);
        sample(120.25, 32, 3 * GIB);
        return RunMinutes.of(samples);
    }

    @Test
    void shouldGiveEachMinuteTheFiguresOfThatMinuteAlone() {
        List<RunMinute> minutes = twoMinutes().minutes();

        assertThat(minutes).extracting(RunMinute::number).containsExactly(1, 2);
        assertThat(minutes).extracting(RunMinute::tps).containsExactly(10_000.0, 5_000.0);
        assertThat(minutes).extracting(RunMinute::cpuNsPerTransaction).containsExactly(10_000.0, 20_000.0);
        assertThat(minutes).extracting(RunMinute::residentBytes).containsExactly(2 * GIB, 3 * GIB);
        assertThat(minutes.get(0).p50Ms()).isCloseTo(1, OF_THE_HISTOGRAM);
        assertThat(minutes.get(0).p99Ms()).isCloseTo(10, OF_THE_HISTOGRAM);
        assertThat(minutes.get(0).p999Ms()).isCloseTo(10, OF_THE_HISTOGRAM);
        assertThat(minutes.get(1).p50Ms()).isCloseTo(2, OF_THE_HISTOGRAM);
        assertThat(minutes.get(1).p99Ms()).isCloseTo(40, within(0.4));
    }

    @Test
    void shouldCompareTheLastMinuteWithTheFirst() {
        RunMinutes.LastToFirst ratios = twoMinutes().lastToFirst().orElseThrow();

        assertThat(ratios.tps()).isEqualTo(0.5);
        assertThat(ratios.p99()).isCloseTo(4, OF_THE_HISTOGRAM);
        assertThat(ratios.cpu()).isEqualTo(2);
    }

    @Test
    void shouldPrintALineAMinuteAndTheComparison() {
        assertThat(twoMinutes().lines())
                .containsExactly(
                        "minute         TPS    p50 ms    p99 ms  p99.9 ms  ns a transaction  resident MiB",
                        "     1      10,000      1.00     10.03     10.03             10000          2048",
                        "     2       5,000      2.01     40.11     40.11             20000          3072",
                        "last minute against the first: TPS × 0.500, p99 × 4.00, processor time a transaction × 2.000");
    }

    @Test
    void shouldWriteALineOfCsvAMinute() {
        assertThat(RunMinutes.CSV_HEAD.split(",")).hasSize(8);
        assertThat(twoMinutes().csv(30_000))
                .containsExactly(
                        "30000,1,10000,1.004,10.027,10.027,10000.0,2147483648",
                        "30000,2,5000,2.007,40.108,40.108,20000.0,3221225472");
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        sample(0, 1, Double.NaN);
        sample(60, 1, Double.NaN);
        sample(120, 1, Double.NaN);

        RunMinutes silent = RunMinutes.of(samples);

        assertThat(silent.csv(0)).first().isEqualTo("0,1,0,0.000,0.000,0.000,,");
        assertThat(silent.lastToFirst().orElseThrow().p99()).isNaN();
    }

    @Test
    void shouldHaveNoMinutesOfAShorterRun() {
        assertThat(RunMinutes.samplesDue(Duration.ofSeconds(119))).isEmpty();
        assertThat(RunMinutes.of(List.of()).lines()).isEmpty();
        assertThat(RunMinutes.of(List.of()).lastToFirst()).isEmpty();
        assertThat(RunMinutes.of(List.of()).csv(1)).isEmpty();
    }

    @Test
    void shouldSampleAtTheBeginAndAfterEachWholeMinute() {
        assertThat(RunMinutes.samplesDue(Duration.ofSeconds(150)))
                .containsExactly(Duration.ZERO, Duration.ofMinutes(1), Duration.ofMinutes(2));
        assertThat(RunMinutes.samplesDue(Duration.ofMinutes(10))).hasSize(11);
    }

    @Test
    void shouldRefuseTimesThatWereForgottenInBetween() {
        answer(10, 1);
        sample(0, 1, GIB);
        times.reset();
        sample(60, 2, GIB);

        assertThatThrownBy(() -> RunMinutes.of(samples)).isInstanceOf(IllegalArgumentException.class);
    }
}
