package com.hazelcast.certification.bench.watch;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Activations of sets of rules while members score, one after the other. The slowest thousandth of a second differs from second to second by
 * itself, so each activation has a second beside it in which nothing was activated. Immutable, pure.
 */
public record RuleSwitches(List<Switch> switches) {
    /** What stands above the lines of switches. */
    public static final String HEAD = String.format(
            Locale.ROOT,
            "%-14s %17s %17s %18s %17s %18s %17s %9s",
            "switch",
            "acknowledged ms",
            "p99.9 before ms",
            "p99.9 without ms",
            "p99.9 around ms",
            "difference w/o ms",
            "difference ms",
            "added ms");

    private static final double NS_PER_MS = 1e6;
    private static final double P999 = 99.9;

    /** At the end of the seconds that are measured: one without a switch, and the one around it. */
    private static final int SECONDS_COMPARED = 2;

    private static final List<ToDoubleFunction<Switch>> COLUMNS = List.of(
            Switch::acknowledgedMs,
            Switch::p999BeforeMs,
            Switch::p999WithoutMs,
            Switch::p999AroundMs,
            Switch::withoutDifferenceMs,
            Switch::differenceMs,
            Switch::addedMs);

    public RuleSwitches {
        switches = List.copyOf(switches);
    }

    /**
     * One activation. All times to an answer are of all members together.
     *
     * @param number from 1
     * @param set that was activated
     * @param acknowledgedMs from the call to the last member's acknowledgement
     * @param p999BeforeMs time to an answer of each second before: their median
     * @param p999WithoutMs the same of one second after these, in which nothing was activated
     * @param p999AroundMs the same of the second from the call on, or until the acknowledgement if that takes longer
     */
    public record Switch(
            int number,
            int set,
            double acknowledgedMs,
            double p999BeforeMs,
            double p999WithoutMs,
            double p999AroundMs) {
        /**
         * From the times to answers that members had recorded until some moments, about a second apart.
         *
         * @param moments the beginning of the first second before; then the end of each, of the second without a switch, and of the one
         *     around it
         * @throws IllegalArgumentException when there is no second before
         */
        public static Switch of(int number, int set, long acknowledgedNs, List<Histogram> moments) {
            double[] secondsMs = IntStream.range(1, moments.size())
                    .mapToDouble(second -> p999Ms(moments.get(second - 1), moments.get(second)))
                    .toArray();
            int before = secondsMs.length - SECONDS_COMPARED;
            if (before < 1) {
                throw new IllegalArgumentException(
                        "there is no second before to compare with: seconds=" + secondsMs.length);
            }
            return new Switch(
                    number,
                    set,
                    acknowledgedNs / NS_PER_MS,
                    middle(Arrays.copyOf(secondsMs, before)),
                    secondsMs[before],
                    secondsMs[before + 1]);
        }

        private static double p999Ms(Histogram from, Histogram to) {
            return RunSample.between(from, to).getValueAtPercentile(P999) / NS_PER_MS;
        }

        /** How much later answers were in the second without a switch than before; below zero: earlier. */
        public double withoutDifferenceMs() {
            return p999WithoutMs - p999BeforeMs;
        }

        /** How much later answers were around the switch than before; below zero: earlier. */
        public double differenceMs() {
            return p999AroundMs - p999BeforeMs;
        }

        /** How much more the second around the switch differs than the one without: what the switch itself adds. */
        public double addedMs() {
            return differenceMs() - withoutDifferenceMs();
        }

        /** As a line for people; {@link RuleSwitches#HEAD} names its columns. */
        public String line() {
            return RuleSwitches.line(number + " to set " + set, column -> column.applyAsDouble(this));
        }
    }

    /** The middle one of all; the mean of both when there are two. */
    public double median(ToDoubleFunction<Switch> figure) {
        return middle(switches.stream().mapToDouble(figure).toArray());
    }

    private static double middle(double[] figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The greatest of all. */
    public double worst(ToDoubleFunction<Switch> figure) {
        return switches.stream().mapToDouble(figure).max().orElseThrow();
    }

    /** Median and worst of each figure, as lines below those of the switches. */
    public List<String> summary() {
        return List.of(line("median", this::median), line("worst", this::worst));
    }

    private static String line(String what, ToDoubleFunction<ToDoubleFunction<Switch>> value) {
        double[] ms = COLUMNS.stream().mapToDouble(value).toArray();
        return String.format(
                Locale.ROOT,
                "%-14s %17.1f %17.2f %18.2f %17.2f %+18.2f %+17.2f %+9.2f",
                what,
                ms[0],
                ms[1],
                ms[2],
                ms[3],
                ms[4],
                ms[5],
                ms[6]);
    }
}
