package com.hazelcast.certification.systemtests.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The slope of a figure over time that outliers do not move: the median of the slopes between all pairs of points (Theil 1950, Sen 1968), with the
 * interval that holds it with 99 % confidence. Pairs are made within a series alone: between two processes a figure may jump.
 *
 * @param slope a second
 * @param low lower end of the interval
 * @param high upper end of the interval
 */
record TheilSen(double slope, double low, double high) {
    /** Of two sides together 1 % is outside. */
    private static final double Z = 2.576;

    /** More points of a series are drawn together by medians: the pairs of 500 are 124,750. */
    private static final int POINTS_MAX = 500;

    /** Of fewer points of a series nothing follows. */
    static final int POINTS_MIN = 3;

    /** A value at a time. */
    record Point(double seconds, double value) {}

    /** Of all series together, but those of fewer than {@value #POINTS_MIN} points; without a pair the slope is 0. */
    static TheilSen of(List<List<Point>> series) {
        List<double[]> all = new ArrayList<>();
        double variance = 0;
        for (List<Point> each : series) {
            List<Point> points = reduced(each);
            int n = points.size();
            if (n >= POINTS_MIN) {
                all.add(slopes(points));
                variance += n * (n - 1.0) * (2.0 * n + 5) / 18;
            }
        }
        double[] slopes = all.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        if (slopes.length == 0) {
            return new TheilSen(0, 0, 0);
        }
        double half = Z * Math.sqrt(variance) / 2;
        double middle = (slopes.length - 1) / 2.0;
        return new TheilSen(
                median(slopes), slopes[rank(middle - half, slopes.length)], slopes[rank(middle + half, slopes.length)]);
    }

    private static int rank(double position, int count) {
        return (int) Math.max(0, Math.min(count - 1, Math.round(position)));
    }

    private static double[] slopes(List<Point> points) {
        int n = points.size();
        double[] slopes = new double[n * (n - 1) / 2];
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                Point one = points.get(i);
                Point other = points.get(j);
                slopes[count++] = (other.value - one.value) / (other.seconds - one.seconds);
            }
        }
        return slopes;
    }

    /** Medians of as many neighbours as it takes to have no more than {@value #POINTS_MAX}. */
    private static List<Point> reduced(List<Point> points) {
        int together = (points.size() + POINTS_MAX - 1) / POINTS_MAX;
        if (together <= 1) {
            return points;
        }
        List<Point> reduced = new ArrayList<>();
        for (int from = 0; from + together <= points.size(); from += together) {
            List<Point> part = points.subList(from, from + together);
            reduced.add(new Point(
                    median(part.stream().mapToDouble(Point::seconds).sorted().toArray()),
                    median(part.stream().mapToDouble(Point::value).sorted().toArray())));
        }
        return reduced;
    }

    /** Of sorted numbers, at least one. */
    static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
