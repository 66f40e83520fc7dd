package com.hazelcast.certification.console.throughput;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.metrics.AnswerLatency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The last six hours, a point each ten seconds: the mean of its seconds, and latencies. Older points give way, and ten seconds
 * without a point are a gap. Takes {@value #SIZE_BYTES} bytes, however long it runs. Thread-safe.
 */
public final class PastRing {
    static final int SECONDS_PER_POINT = 10;
    static final int POINTS = 2_160;

    private static final int TPS = 0;
    private static final int DATA = 1;
    private static final int P50 = 2;
    private static final int P99 = 3;
    private static final int P999 = 4;
    private static final int COLUMNS = 5;

    private static final double NS_PER_US = 1e3;
    private static final double US_PER_MS = 1e3;

    /** A place and the columns of each point. */
    static final int SIZE_BYTES = POINTS * (Long.BYTES + COLUMNS * Double.BYTES);

    /** By slot: which ten seconds since 1970 its point is of. */
    @GuardedBy("this")
    private final long[] places = new long[POINTS];

    /** By slot; NaN: not known. */
    @GuardedBy("this")
    private final double[][] columns = new double[COLUMNS][POINTS];

    /** Place of the last point; 0: there is none. */
    @GuardedBy("this")
    private long newest;

    /** The ten seconds that run now have no point yet. */
    @GuardedBy("this")
    private long runningPlace;

    @GuardedBy("this")
    private int seconds;

    @GuardedBy("this")
    private double tpsSum;

    @GuardedBy("this")
    private int secondsWithData;

    @GuardedBy("this")
    private double dataSum;

    /**
     * The points up to the last one.
     *
     * @param newestSecond the last second of the last point, since 1970; 0: there is none
     */
    public record Points(
            long newestSecond,
            List<@Nullable Double> tps,
            List<@Nullable Double> dataTps,
            List<@Nullable Double> p50,
            List<@Nullable Double> p99,
            List<@Nullable Double> p999) {
        /** The latencies alone. */
        public MemberThroughput.Latency latency() {
            return new MemberThroughput.Latency(newestSecond, p50, p99, p999);
        }
    }

    /**
     * Adds a second.
     *
     * @param data null: not known
     * @param latencies of what was answered since they were asked for before; asked for when ten seconds have ended
     */
    public synchronized void add(
            long second, double tps, @Nullable Double data, Supplier<Optional<AnswerLatency.Quantiles>> latencies) {
        long place = second / SECONDS_PER_POINT;
        if (place != runningPlace) {
            if (seconds > 0) {
                store(latencies.get());
            }
            runningPlace = place;
            seconds = 0;
            tpsSum = 0;
            secondsWithData = 0;
            dataSum = 0;
        }
        seconds++;
        tpsSum += tps;
        if (data != null) {
            secondsWithData++;
            dataSum += data;
        }
    }

    @GuardedBy("this")
    private void store(Optional<AnswerLatency.Quantiles> latencies) {
        int slot = (int) (runningPlace % POINTS);
        places[slot] = runningPlace;
        newest = runningPlace;
        columns[TPS][slot] = tenth(tpsSum / seconds);
        columns[DATA][slot] = secondsWithData == 0 ? Double.NaN : tenth(dataSum / secondsWithData);
        columns[P50][slot] = ms(latencies, AnswerLatency.Quantiles::p50Ns);
        columns[P99][slot] = ms(latencies, AnswerLatency.Quantiles::p99Ns);
        columns[P999][slot] = ms(latencies, AnswerLatency.Quantiles::p999Ns);
    }

    private static double tenth(double value) {
        return Math.round(value * 10) / 10.0;
    }

    /** To a microsecond. */
    private static double ms(
            Optional<AnswerLatency.Quantiles> latencies, ToLongFunction<AnswerLatency.Quantiles> quantileNs) {
        return latencies
                .map(all -> Math.round(quantileNs.applyAsLong(all) / NS_PER_US) / US_PER_MS)
                .orElse(Double.NaN);
    }

    /** The points of that time, oldest first. */
    public synchronized Points read(ThroughputRange range) {
        int count = range.latencyPoints();
        List<List<@Nullable Double>> read = new ArrayList<>();
        for (double[] column : columns) {
            read.add(read(column, count));
        }
        return new Points(
                newest == 0 ? 0 : newest * SECONDS_PER_POINT + SECONDS_PER_POINT - 1,
                read.get(TPS),
                read.get(DATA),
                read.get(P50),
                read.get(P99),
                read.get(P999));
    }

    @GuardedBy("this")
    private List<@Nullable Double> read(double[] column, int count) {
        Double[] points = new Double[count];
        for (int i = 0; i < count; i++) {
            long place = newest - count + 1 + i;
            int slot = (int) Math.floorMod(place, (long) POINTS);
            if (newest > 0 && places[slot] == place && !Double.isNaN(column[slot])) {
                points[i] = column[slot];
            }
        }
        return Arrays.asList(points);
    }
}
