package com.hazelcast.certification.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.hazelcast.certification.bench.watch.RuleSwitches.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The figures of switches, from histograms that are written down here: no time passes. */
class RuleSwitchesTest {
    private final Histogram times = new Histogram(TimeUnit.MINUTES.toNanos(2), 2);

    private Histogram after(int count, int ms) {
        times.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(ms), count);
        return times.copy();
    }

    @Test
    void shouldCompareTheSecondAroundTheSwitchAndOneWithoutItWithTheMedianOfTheSecondsBefore() {
        List<Histogram> moments = new ArrayList<>();
        moments.add(after(1_000_000, 500));
        for (int slowest : new int[] {4, 90, 3}) {
            Histogram unusedSecond = after(29_900, 1);
            moments.add(after(100, slowest));
        }
        Histogram unusedWithout = after(29_900, 1);
        moments.add(after(100, 7));
        Histogram unusedAround = after(29_900, 1);
        moments.add(after(100, 10));

        Switch one = Switch.of(3, 7, 250_000_000, moments);

        assertThat(one.number()).isEqualTo(3);
        assertThat(one.set()).isEqualTo(7);
        assertThat(one.acknowledgedMs()).isEqualTo(250);
        assertThat(one.p999BeforeMs()).isCloseTo(4, within(0.1));
        assertThat(one.p999WithoutMs()).isCloseTo(7, within(0.1));
        assertThat(one.p999AroundMs()).isCloseTo(10, within(0.1));
        assertThat(one.withoutDifferenceMs()).isCloseTo(3, within(0.2));
        assertThat(one.differenceMs()).isCloseTo(6, within(0.2));
        assertThat(one.addedMs()).isCloseTo(3, within(0.2));
    }

    @Test
    void shouldRefuseToCompareWithNothing() {
        List<Histogram> moments = List.of(after(1, 1), after(1, 1), after(1, 1));

        assertThatThrownBy(() -> Switch.of(1, 2, 1, moments)).hasMessageContaining("seconds=2");
    }

    @Test
    void shouldFindMedianAndWorstOfEachFigure() {
        RuleSwitches three = new RuleSwitches(List.of(
                new Switch(1, 2, 900, 3, 3, 2.5), new Switch(2, 3, 100, 9, 10, 4), new Switch(3, 4, 200, 1, 2, 5)));

        assertThat(three.median(Switch::acknowledgedMs)).isEqualTo(200);
        assertThat(three.worst(Switch::acknowledgedMs)).isEqualTo(900);
        assertThat(three.median(Switch::differenceMs)).isEqualTo(-0.5);
        assertThat(three.worst(Switch::differenceMs)).isEqualTo(4);
        assertThat(three.median(Switch::withoutDifferenceMs)).isEqualTo(1);
        assertThat(three.median(Switch::addedMs)).isEqualTo(-0.5);
        assertThat(three.worst(Switch::addedMs)).isEqualTo(3);
    }

    @Test
    void shouldTakeTheMeanOfTheTwoInTheMiddle() {
        RuleSwitches two = new RuleSwitches(List.of(new Switch(1, 2, 900, 3, 3, 2), new Switch(2, 3, 100, 9, 9, 4)));

        assertThat(two.median(Switch::acknowledgedMs)).isEqualTo(500);
    }

    @Test
    void shouldPrintALineASwitchAndTwoOfAll() {
        RuleSwitches two =
                new RuleSwitches(List.of(new Switch(1, 2, 900, 3, 2.5, 2.25), new Switch(10, 11, 100, 9, 10.5, 14)));

        assertThat(RuleSwitches.HEAD)
                .isEqualTo(
                        "switch           acknowledged ms   p99.9 before ms   p99.9 without ms   p99.9 around ms  difference w/o ms     difference ms  added ms");
        assertThat(two.switches())
                .extracting(Switch::line)
                .containsExactly(
                        "1 to set 2                 900.0              3.00               2.50              2.25              -0.50             -0.75     -0.25",
                        "10 to set 11               100.0              9.00              10.50             14.00              +1.50             +5.00     +3.50");
        assertThat(two.summary())
                .containsExactly(
                        "median                     500.0              6.00               6.50              8.13              +0.50             +2.13     +1.63",
                        "worst                      900.0              9.00              10.50             14.00              +1.50             +5.00     +3.50");
    }
}
