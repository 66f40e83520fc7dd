package com.hazelcast.certification.bench.watch;

import org.HdrHistogram.Histogram;

/**
 * The figures of one minute of a run, of all members together. Immutable.
 *
 * @param number from 1
 * @param tps transactions a second, by the counters
 * @param p50Ms median time to an answer, of the answers of this minute alone; the others likewise
 * @param cpuNsPerTransaction processor time of the members; NaN when nothing was scored
 * @param residentBytes memory that the members' processes had in use at its end; NaN where the system does not report it
 */
public record RunMinute(
        int number,
        double tps,
        double p50Ms,
        double p99Ms,
        double p999Ms,
        double cpuNsPerTransaction,
        double residentBytes) {
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SECOND = 1e9;

    /** From the samples at its begin and its end. */
    static RunMinute between(int number, RunSample begin, RunSample end) {
        Histogram times = end.timesSince(begin);
        MemberWork work = end.work().since(begin.work());
        long scored = end.scored() - begin.scored();
        double tps = scored * NS_PER_SECOND / (end.atNs() - begin.atNs());
        return new RunMinute(
                number,
                tps,
                times.getValueAtPercentile(50) / NS_PER_MS,
                times.getValueAtPercentile(99) / NS_PER_MS,
                times.getValueAtPercentile(99.9) / NS_PER_MS,
                scored == 0 ? Double.NaN : work.cores() * NS_PER_SECOND / tps,
                work.residentBytes());
    }
}
