package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.metrics.EncodedTimes;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Quantiles of the time from arrival to verdict over the last seconds, in milliseconds; all null: nothing was answered. */
public record LatencyFigures(
        @Nullable Double p50,
        @Nullable Double p99,
        @Nullable Double p999,
        @Nullable Double max) {
    /** Nothing was answered. */
    public static final LatencyFigures NONE = new LatencyFigures(null, null, null, null);

    private static final double NS_PER_MS = 1e6;

    /** Of all members' histograms together. */
    static LatencyFigures of(List<String> encoded) {
        Histogram sum = EncodedTimes.sum(encoded);
        return sum.getTotalCount() == 0
                ? NONE
                : new LatencyFigures(
                        ms(sum.getValueAtPercentile(50)),
                        ms(sum.getValueAtPercentile(99)),
                        ms(sum.getValueAtPercentile(99.9)),
                        ms(sum.getMaxValue()));
    }

    /** Of quantiles in nanoseconds; 0 as the greatest says that nothing was answered. */
    static LatencyFigures ofNs(long p50, long p99, long p999, long max) {
        return max == 0 ? NONE : new LatencyFigures(ms(p50), ms(p99), ms(p999), ms(max));
    }

    private static double ms(long ns) {
        return Rounded.thousandth(ns / NS_PER_MS);
    }
}
