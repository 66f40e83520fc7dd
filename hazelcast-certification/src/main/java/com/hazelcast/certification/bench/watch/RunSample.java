package com.hazelcast.certification.bench.watch;

import com.hazelcast.certification.cluster.ClusterControl;
import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What all members together had done at one moment of a run. Immutable as long as its histogram is not written.
 *
 * @param atNs when, by the clock of {@code System.nanoTime()}
 * @param scored transactions, by the counters
 * @param times to answers until then, in nanoseconds
 */
public record RunSample(long atNs, long scored, MemberWork work, Histogram times) {
    /** Asks the members; takes some milliseconds. */
    public static RunSample take(ClusterControl cluster, List<Integer> httpPorts)
            throws IOException, InterruptedException {
        long scored = cluster.statuses().stream()
                .mapToLong(status -> status.accounting().scored())
                .sum();
        long atNs = System.nanoTime();
        return new RunSample(atNs, scored, MemberWork.read(httpPorts), cluster.answerTimes());
    }

    /**
     * The times of the answers between an earlier sample and this one.
     *
     * @throws IllegalArgumentException when members have forgotten their times in between
     */
    Histogram timesSince(RunSample earlier) {
        return between(earlier.times, times);
    }

    /**
     * The times that are in the later histogram and were not in the earlier one.
     *
     * @throws IllegalArgumentException when the later one has fewer of any
     */
    public static Histogram between(Histogram earlier, Histogram later) {
        Histogram times = later.copy();
        times.subtract(earlier);
        return times;
    }
}
