package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.hazelcast.certification.systemtests.soak.TheilSen.Point;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TheilSenTest {
    private static List<Point> points(int count, DoubleUnaryOperator value) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Point(10.0 * i, value.applyAsDouble(10.0 * i)))
                .toList();
    }

    @Test
    void shouldFindTheSlopeOfALine() {
        assertThat(TheilSen.of(List.of(points(50, seconds -> 7 + 0.25 * seconds))))
                .isEqualTo(new TheilSen(0.25, 0.25, 0.25));
    }

    @Test
    void shouldNotBeMovedByOutliers() {
        TheilSen trend = TheilSen.of(List.of(points(100, seconds -> seconds % 50 == 0 ? 1e6 : 3 + 0.5 * seconds)));

        assertThat(trend.slope()).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void shouldHaveZeroInTheIntervalOfNoise() {
        SplittableRandom random = new SplittableRandom(1);

        TheilSen trend = TheilSen.of(List.of(points(200, seconds -> 100 + random.nextDouble() * 20)));

        assertThat(trend.low()).isNegative();
        assertThat(trend.high()).isPositive();
    }

    @Test
    void shouldNotHaveZeroInTheIntervalOfATrendUnderNoise() {
        SplittableRandom random = new SplittableRandom(2);

        TheilSen trend = TheilSen.of(List.of(points(200, seconds -> 100 + 0.01 * seconds + random.nextDouble() * 20)));

        assertThat(trend.low()).isPositive();
        assertThat(trend.slope()).isBetween(trend.low(), trend.high());
        assertThat(trend.slope()).isCloseTo(0.01, within(0.003));
    }

    @Test
    void shouldMakeNoPairsBetweenProcesses() {
        // Each is level; from one to the other it jumps.
        TheilSen trend = TheilSen.of(List.of(points(20, seconds -> 10), points(20, seconds -> 900)));

        assertThat(trend).isEqualTo(new TheilSen(0, 0, 0));
    }

    @Test
    void shouldDrawManyPointsTogether() {
        TheilSen trend = TheilSen.of(List.of(points(20_000, seconds -> 5 - 0.125 * seconds)));

        assertThat(trend.slope()).isCloseTo(-0.125, within(1e-9));
    }

    @Test
    void shouldSayNothingOfTooFewPoints() {
        assertThat(TheilSen.of(List.of(points(2, seconds -> seconds)))).isEqualTo(new TheilSen(0, 0, 0));
        assertThat(TheilSen.of(List.of())).isEqualTo(new TheilSen(0, 0, 0));
    }
}
