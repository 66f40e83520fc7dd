package com.hazelcast.certification.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.hazelcast.certification.bench.watch.RuleSwitches.Switch;
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
    void shouldCompareTheSecondAroundTheSwitchWithTheSecondsBeforeAndNothingElse() {
        Histogram begin = after(1_000_000, 500);
        after(299_000, 1);
        Histogram call = after(1_000, 4);
        after(29_900, 1);
        Histogram end = after(100, 10);

        Switch one = Switch.of(3, 7, 250_000_000, begin, call, end);

        assertThat(one.number()).isEqualTo(3);
        assertThat(one.set()).isEqualTo(7);
        assertThat(one.acknowledgedMs()).isEqualTo(250);
        assertThat(one.p999BeforeMs()).isCloseTo(4, within(0.04));
        assertThat(one.p999AroundMs()).isCloseTo(10, within(0.1));
        assertThat(one.differenceMs()).isCloseTo(6, within(0.1));
    }

    @Test
    void shouldFindMedianAndWorstOfEachFigure() {
        RuleSwitches three = new RuleSwitches(
                List.of(new Switch(1, 2, 900, 3, 2.5), new Switch(2, 3, 100, 9, 4), new Switch(3, 4, 200, 1, 5)));

        assertThat(three.median(Switch::acknowledgedMs)).isEqualTo(200);
        assertThat(three.worst(Switch::acknowledgedMs)).isEqualTo(900);
        assertThat(three.median(Switch::differenceMs)).isEqualTo(-0.5);
        assertThat(three.worst(Switch::differenceMs)).isEqualTo(4);
    }

    @Test
    void shouldTakeTheMeanOfTheTwoInTheMiddle() {
        RuleSwitches two = new RuleSwitches(List.of(new Switch(1, 2, 900, 3, 2), new Switch(2, 3, 100, 9, 4)));

        assertThat(two.median(Switch::acknowledgedMs)).isEqualTo(500);
    }

    @Test
    void shouldPrintALineASwitchAndTwoOfAll() {
        RuleSwitches two = new RuleSwitches(List.of(new Switch(1, 2, 900, 3, 2.25), new Switch(10, 11, 100, 9, 14)));

        assertThat(RuleSwitches.HEAD)
                .isEqualTo("switch           acknowledged ms   p99.9 before ms   p99.9 around ms   difference ms");
        assertThat(two.switches())
                .extracting(Switch::line)
                .containsExactly(
                        "1 to set 2                 900.0              3.00              2.25           -0.75",
                        "10 to set 11               100.0              9.00             14.00           +5.00");
        assertThat(two.summary())
                .containsExactly(
                        "median                     500.0              6.00              8.13           +2.13",
                        "worst                      900.0              9.00             14.00           +5.00");
    }
}
