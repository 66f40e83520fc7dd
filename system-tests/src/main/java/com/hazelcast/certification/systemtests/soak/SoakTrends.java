package com.hazelcast.certification.systemtests.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which figures have a trend: of each phase and member, or of each phase where members share a figure out among themselves. */
final class SoakTrends {
    /** With fewer steady samples nothing is said; those of a part that has hardly any do not count. */
    static final int SAMPLES_MIN = 10;

    /** Of what is sent a second: with fewer verdicts, a way in does not work, or members reject what comes, at a level. */
    private static final double DECIDED_SHARE_MIN = 0.9;

    private SoakTrends() {}

    /**
     * What came of a figure.
     *
     * @param of the member, or the cluster
     * @param median of its steady samples
     * @param change by the slope, over the longest series
     * @param changeMax for the worse, from which on it is a trend
     * @param isTrend whether even the end of the slope's interval that is least for the worse makes more than that
     */
    record Result(
            int phase, SoakFigure figure, String of, double median, double change, double changeMax, boolean isTrend) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %d | %s | %s | %,.1f | %+,.2f | %,.2f | %s |",
                    phase + 1,
                    figure.text(),
                    of,
                    median,
                    change,
                    changeMax,
                    isTrend ? "TREND" : "level");
        }
    }

    /** All figures that have enough steady samples. */
    static List<Result> of(List<SoakSample> samples) {
        List<Result> results = new ArrayList<>();
        Map<Integer, List<SoakSample>> phases =
                by(samples.stream().filter(SoakSample::isSteady).toList(), SoakSample::phase);
        phases.forEach((phase, steady) -> {
            for (SoakFigure figure : SoakFigure.values()) {
                if (figure.isOfCluster()) {
                    add(results, phase, figure, "cluster", steady);
                } else {
                    by(steady, SoakSample::place)
                            .forEach((place, own) -> add(results, phase, figure, "member " + place, own));
                }
            }
        });
        return results;
    }

    /** The phases in which much of what was sent got no verdict, in words; a level may be a low one. */
    static List<String> notDecided(List<Result> results, double sentPerSecond) {
        return results.stream()
                .filter(result -> result.figure == SoakFigure.TPS && result.median < DECIDED_SHARE_MIN * sentPerSecond)
                .map(result -> String.format(
                        Locale.ROOT,
                        "In phase %d only %,.0f of %,.0f transactions a second got a verdict.",
                        result.phase + 1,
                        result.median,
                        sentPerSecond))
                .toList();
    }

    private static void add(List<Result> results, int phase, SoakFigure figure, String of, List<SoakSample> samples) {
        List<List<TheilSen.Point>> series = by(samples, SoakSample::part).values().stream()
                .map(part -> points(figure, part))
                .filter(points -> points.size() >= TheilSen.POINTS_MIN)
                .toList();
        double[] values = series.stream()
                .flatMap(List::stream)
                .mapToDouble(TheilSen.Point::value)
                .sorted()
                .toArray();
        if (values.length < SAMPLES_MIN) {
            return;
        }
        double seconds = series.stream()
                .mapToDouble(points ->
                        points.get(points.size() - 1).seconds() - points.get(0).seconds())
                .max()
                .orElse(0);
        TheilSen trend = TheilSen.of(series);
        double median = TheilSen.median(values);
        double changeMax = figure.changeMax(median);
        boolean isTrend = figure.leastWorse(trend) * seconds > changeMax;
        results.add(new Result(phase, figure, of, median, trend.slope() * seconds, changeMax, isTrend));
    }

    /** One point a moment. */
    private static List<TheilSen.Point> points(SoakFigure figure, List<SoakSample> samples) {
        TreeMap<Double, Double> values = new TreeMap<>();
        samples.forEach(sample -> values.merge(sample.seconds(), figure.of(sample), figure::together));
        return values.entrySet().stream()
                .map(each -> new TheilSen.Point(each.getKey(), each.getValue()))
                .toList();
    }

    private static Map<Integer, List<SoakSample>> by(List<SoakSample> samples, Function<SoakSample, Integer> key) {
        return samples.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }
}
