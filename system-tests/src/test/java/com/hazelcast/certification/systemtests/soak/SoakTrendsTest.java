package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SoakTrendsTest {
    private static final int SAMPLES = 120;
    private static final SplittableRandom RANDOM = new SplittableRandom(3);

    /** A sample of a member in which one figure is multiplied by a factor; all have a noise of 5 %. */
    private static SoakSample sample(
            int index, int part, int place, boolean isSteady, SoakFigure figure, double factor) {
        double[] values = new double[SoakFigure.values().length];
        for (SoakFigure each : SoakFigure.values()) {
            values[each.ordinal()] = 200 * (1 + 0.05 * RANDOM.nextDouble()) * (each == figure ? factor : 1);
        }
        return new SoakSample(
                index * 10.0,
                0,
                part,
                place,
                isSteady,
                values[SoakFigure.TPS.ordinal()],
                values[SoakFigure.P999.ordinal()],
                1_000,
                values[SoakFigure.BYTES_PER_CARD.ordinal()],
                0.7,
                values[SoakFigure.RESIDENT.ordinal()],
                values[SoakFigure.THREADS.ordinal()],
                values[SoakFigure.FILES.ordinal()]);
    }

    /** Three members, one figure of which changes evenly to so many times what it was. */
    private static List<SoakSample> run(SoakFigure figure, double factor) {
        List<SoakSample> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            for (int place = 0; place < 3; place++) {
                samples.add(sample(i, 1, place, true, figure, 1 + (factor - 1) * i / SAMPLES));
            }
        }
        return samples;
    }

    private static List<SoakFigure> trends(List<SoakSample> samples) {
        return SoakTrends.of(samples).stream()
                .filter(SoakTrends.Result::isTrend)
                .map(SoakTrends.Result::figure)
                .distinct()
                .toList();
    }

    @Test
    void shouldPassALevelWithNoise() {
        List<SoakSample> level = run(SoakFigure.TPS, 1);

        assertThat(SoakTrends.of(level)).hasSize(2 + 4 * 3);
        assertThat(trends(level)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"TPS, 0.7", "P999, 2.2", "BYTES_PER_CARD, 1.2", "RESIDENT, 1.3", "THREADS, 1.3", "FILES, 1.3"})
    void shouldFailOnATrendForTheWorse(SoakFigure figure, double factor) {
        assertThat(trends(run(figure, factor))).containsExactly(figure);
    }

    @ParameterizedTest
    @CsvSource({"TPS, 1.4", "P999, 0.4", "BYTES_PER_CARD, 0.8", "RESIDENT, 0.7", "THREADS, 0.7", "FILES, 0.7"})
    void shouldPassATrendForTheBetter(SoakFigure figure, double factor) {
        assertThat(trends(run(figure, factor))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassATrendBelowTheBound(SoakFigure figure) {
        assertThat(trends(run(figure, figure == SoakFigure.TPS ? 0.97 : 1.03))).isEmpty();
    }

    @Test
    void shouldFailWhenOneMemberAloneGrows() {
        List<SoakSample> samples = run(SoakFigure.TPS, 1);
        samples.removeIf(sample -> sample.place() == 1);
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(sample(i, 1, 1, true, SoakFigure.RESIDENT, 1 + 0.5 * i / SAMPLES));
        }

        assertThat(SoakTrends.of(samples).stream().filter(SoakTrends.Result::isTrend))
                .singleElement()
                .satisfies(result -> assertThat(result.of()).isEqualTo("member 1"));
    }

    @Test
    void shouldLeaveOutWhatIsNotSteady() {
        List<SoakSample> samples = run(SoakFigure.TPS, 1);
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(sample(SAMPLES + i, 1, 0, false, SoakFigure.RESIDENT, 3));
        }

        assertThat(trends(samples)).isEmpty();
    }

    @Test
    void shouldPassAJumpBetweenTwoParts() {
        List<SoakSample> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(sample(i, 1, 0, true, SoakFigure.RESIDENT, 1));
            samples.add(sample(SAMPLES + i, 2, 0, true, SoakFigure.RESIDENT, 2));
        }

        assertThat(trends(samples)).isEmpty();
    }

    @Test
    void shouldSayWhereMuchOfWhatWasSentGotNoVerdict() {
        // Three members decide 600 to 630 a second in all.
        List<SoakTrends.Result> results = SoakTrends.of(run(SoakFigure.TPS, 1));

        assertThat(SoakTrends.notDecided(results, 600)).isEmpty();
        assertThat(SoakTrends.notDecided(results, 800))
                .singleElement()
                .asString()
                .startsWith("In phase 1 only 6")
                .endsWith(" of 800 transactions a second got a verdict.");
    }

    /** As of a run that is interrupted again and again: no pair of samples is of one process, so that all would be level. */
    @Test
    void shouldSayNothingOfPartsWithHardlyAnySamples() {
        List<SoakSample> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            samples.add(sample(i, i / (TheilSen.POINTS_MIN - 1), 0, true, SoakFigure.RESIDENT, 1 + i));
        }

        assertThat(SoakTrends.of(samples)).isEmpty();
    }

    @Test
    void shouldSayNothingOfFewSamples() {
        assertThat(SoakTrends.of(run(SoakFigure.TPS, 1).subList(0, 3 * (SoakTrends.SAMPLES_MIN - 1))))
                .isEmpty();
    }
}
