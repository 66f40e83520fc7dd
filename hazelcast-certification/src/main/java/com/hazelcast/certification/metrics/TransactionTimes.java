package com.hazelcast.certification.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A native and classic histogram of times in which every transaction counts once, though they are recorded by the batch:
 * the library's own histogram takes one value at a time. Thread-safe; adding an interval costs a walk over its distinct
 * values, at most some thousands.
 *
 * <p>Classic buckets double from 100 µs to 52 s. Native ones are of schema 3: eight a doubling, 9 % each.
 */
final class TransactionTimes implements Collector {
    private static final double NS_PER_SECOND = 1e9;
    private static final int SCHEMA = 3;
    private static final double BUCKETS_PER_DOUBLING = 1 << SCHEMA;
    private static final double FIRST_BOUND_SECONDS = 100e-6;
    private static final int BOUND_COUNT = 20;

    private final String name;
    private final String help;
    private final Runnable collectBefore;
    private final double[] bounds = new double[BOUND_COUNT + 1];

    @GuardedBy("this")
    private final long[] counts = new long[BOUND_COUNT + 1];

    @GuardedBy("this")
    private final Map<Integer, Long> nativeCounts = new TreeMap<>();

    @GuardedBy("this")
    private long zeros;

    @GuardedBy("this")
    private double sumSeconds;

    /**
     * Times without any yet.
     *
     * @param collectBefore brings what has been recorded since, before a scrape
     */
    TransactionTimes(String name, String help, Runnable collectBefore) {
        this.name = name;
        this.help = help;
        this.collectBefore = collectBefore;
        double bound = FIRST_BOUND_SECONDS;
        for (int i = 0; i < BOUND_COUNT; i++) {
            bounds[i] = bound;
            bound *= 2;
        }
        bounds[BOUND_COUNT] = Double.POSITIVE_INFINITY;
    }

    /** Adds all values of a histogram of nanoseconds. */
    synchronized void add(Histogram interval) {
        for (HistogramIterationValue value : interval.recordedValues()) {
            long count = value.getCountAddedInThisIterationStep();
            double seconds = interval.medianEquivalentValue(value.getValueIteratedTo()) / NS_PER_SECOND;
            sumSeconds += seconds * count;
            counts[classicBucket(seconds)] += count;
            if (seconds > 0) {
                nativeCounts.merge(nativeBucket(seconds), count, Long::sum);
            } else {
                zeros += count;
            }
        }
    }

    private int classicBucket(double seconds) {
        int bucket = 0;
        while (seconds > bounds[bucket]) {
            bucket++;
        }
        return bucket;
    }

    /** The bucket whose upper bound is 2^(index/8), in seconds. */
    private static int nativeBucket(double seconds) {
        return (int) Math.ceil(Math.log(seconds) / Math.log(2) * BUCKETS_PER_DOUBLING);
    }

    @Override
    public MetricSnapshot collect() {
        collectBefore.run();
        return HistogramSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(dataPoint())
                .build();
    }

    private synchronized HistogramDataPointSnapshot dataPoint() {
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        nativeCounts.forEach(buckets::bucket);
        return HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
                .nativeSchema(SCHEMA)
                .nativeZeroCount(zeros)
                .nativeBucketsForPositiveValues(buckets.build())
                .sum(sumSeconds)
                .build();
    }

    @Override
    public String getPrometheusName() {
        return name;
    }
}
