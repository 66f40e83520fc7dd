package com.hazelcast.certification.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBucket;
import org.junit.jupiter.api.Test;

class TransactionTimesTest {
    private static final long MS = 1_000_000;

    private final AnswerLatency latency = new AnswerLatency("some_seconds", "Some times");

    private HistogramDataPointSnapshot scrape() {
        return ((HistogramSnapshot) latency.collector().collect())
                .getDataPoints()
                .get(0);
    }

    private static long atMost(HistogramDataPointSnapshot point, double seconds) {
        return point.getClassicBuckets().stream()
                .filter(bucket -> bucket.getUpperBound() <= seconds)
                .mapToLong(ClassicHistogramBucket::getCount)
                .sum();
    }

    @Test
    void shouldCountEachTransactionWhenTheyComeInBatches() {
        latency.record(MS, 1_000);
        latency.record(40 * MS, 10);
        HistogramDataPointSnapshot point = scrape();
        assertThat(point.getCount()).isEqualTo(1_010);
        assertThat(point.getSum()).isCloseTo(1.4, within(0.02));
        assertThat(atMost(point, 0.0016)).isEqualTo(1_000);
        assertThat(atMost(point, 0.0008)).isZero();
        assertThat(atMost(point, 0.0512)).isEqualTo(1_010);
    }

    @Test
    void shouldPutEachTimeIntoTheNativeBucketThatHoldsIt() {
        latency.record(3 * MS, 7);
        HistogramDataPointSnapshot point = scrape();
        assertThat(point.getNativeSchema()).isEqualTo(3);
        assertThat(point.getNativeBucketsForPositiveValues().size()).isEqualTo(1);
        NativeHistogramBucket bucket =
                point.getNativeBucketsForPositiveValues().iterator().next();
        assertThat(bucket.getCount()).isEqualTo(7);
        double upperSeconds = Math.pow(2, bucket.getBucketIndex() / 8.0);
        assertThat(upperSeconds).isBetween(0.003, 0.003 * 1.1);
    }

    @Test
    void shouldNeverGoDownWhenAMeasurementBeginsAnew() {
        latency.record(MS, 5);
        latency.reset();
        latency.record(MS, 5);
        assertThat(scrape().getCount()).isEqualTo(10);
        assertThat(latency.sinceStart().maxNs()).isPositive();
    }
}
