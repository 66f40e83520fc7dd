package com.hazelcast.certification.bench.watch;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Activations of sets of rules while members score, one after the other. Immutable, pure. */
public record RuleSwitches(List<Switch> switches) {
    /** What stands above the lines of switches. */
    public static final String HEAD = String.format(
            Locale.ROOT,
            "%-14s %17s %17s %17s %15s",
            "switch",
            "acknowledged ms",
            "p99.9 before ms",
            "p99.9 around ms",
            "difference ms");

    private static final double NS_PER_MS = 1e6;
    private static final double P999 = 99.9;
    private static final List<ToDoubleFunction<Switch>> COLUMNS =
            List.of(Switch::acknowledgedMs, Switch::p999BeforeMs, Switch::p999AroundMs, Switch::differenceMs);

    public RuleSwitches {
        switches = List.copyOf(switches);
    }

    /**
     * One activation.
     *
     * @param number from 1
     * @param set that was activated
     * @param acknowledgedMs from the call to the last member's acknowledgement
     * @param p999BeforeMs time to an answer in the seconds before the call, of all members together
     * @param p999AroundMs the same in the second from the call on, or until the acknowledgement if that takes longer
     */
    public record Switch(int number, int set, double acknowledgedMs, double p999BeforeMs, double p999AroundMs) {
        /**
         * From the times to answers that members had recorded until three moments.
         *
         * @param begin of the seconds before the call
         * @param call when it was made
         * @param end of the second around it
         */
        public static Switch of(
                int number, int set, long acknowledgedNs, Histogram begin, Histogram call, Histogram end) {
            return new Switch(number, set, acknowledgedNs / NS_PER_MS, p999Ms(begin, call), p999Ms(call, end));
        }

        private static double p999Ms(Histogram from, Histogram to) {
            return RunSample.between(from, to).getValueAtPercentile(P999) / NS_PER_MS;
        }

        /** How much later answers were around the switch than before; below zero: earlier. */
        public double differenceMs() {
            return p999AroundMs - p999BeforeMs;
        }

        /** As a line for people; {@link RuleSwitches#HEAD} names its columns. */
        public String line() {
            return RuleSwitches.line(number + " to set " + set, column -> column.applyAsDouble(this));
        }
    }

    /** The middle one of all; the mean of both when there are two. */
    public double median(ToDoubleFunction<Switch> figure) {
        double[] sorted = switches.stream().mapToDouble(figure).sorted().toArray();
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
        return String.format(Locale.ROOT, "%-14s %17.1f %17.2f %17.2f %+15.2f", what, ms[0], ms[1], ms[2], ms[3]);
    }
}
