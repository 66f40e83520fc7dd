package com.hazelcast.certification.console.throughput;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One point a second of the last ten minutes; older ones give way, and a second without a point is a gap. Thread-safe. */
public final class ThroughputRing {
    static final int SECONDS = 600;

    @GuardedBy("this")
    private final long[] seconds = new long[SECONDS];

    @GuardedBy("this")
    private final double[] tps = new double[SECONDS];

    @GuardedBy("this")
    private final double[] dataTps = new double[SECONDS];

    @GuardedBy("this")
    private long newest;

    /**
     * The point of a second. One that is earlier than the last takes the place of all later ones: the clock was set back.
     *
     * @param second since 1970
     * @param data null: not known
     */
    public synchronized void add(long second, double counted, @Nullable Double data) {
        if (second < newest) {
            forgetFrom(second);
        }
        int slot = (int) (second % SECONDS);
        seconds[slot] = second;
        tps[slot] = counted;
        dataTps[slot] = data == null ? Double.NaN : data;
        newest = second;
    }

    @GuardedBy("this")
    private void forgetFrom(long second) {
        for (int slot = 0; slot < SECONDS; slot++) {
            if (seconds[slot] >= second) {
                seconds[slot] = 0;
            }
        }
    }

    /** The last point; null before there is one. */
    public synchronized @Nullable Double newestTps() {
        return newest == 0 ? null : (Double) tps[(int) (newest % SECONDS)];
    }

    /** All points, of that member, beside what else it remembers of that time. */
    public synchronized MemberThroughput read(
            String address, MemberThroughput.Latency latency, List<Mark.Noticed> noticed) {
        Double[] counted = new Double[SECONDS];
        Double[] data = new Double[SECONDS];
        long first = newest - SECONDS + 1;
        for (int i = 0; i < SECONDS; i++) {
            int slot = (int) Math.floorMod(first + i, (long) SECONDS);
            if (newest > 0 && seconds[slot] == first + i) {
                counted[i] = tps[slot];
                data[i] = Double.isNaN(dataTps[slot]) ? null : (Double) dataTps[slot];
            }
        }
        return new MemberThroughput(address, 1, newest, Arrays.asList(counted), Arrays.asList(data), latency, noticed);
    }
}
