package com.hazelcast.certification.console.throughput;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last ten minutes of the cluster, a point a second, oldest first, and what happened in them.
 *
 * @param timesMs of the points
 * @param total transactions a second by the counters of the members that have a point
 * @param data transactions a second that came into the histories; null where a member does not know
 * @param members transactions a second, by address
 * @param marks the oldest first; of many the newest
 */
public record Throughput(
        List<Long> timesMs,
        List<@Nullable Double> total,
        List<@Nullable Double> data,
        Map<String, List<@Nullable Double>> members,
        List<Mark> marks) {
    /** The time of the points. */
    public static final long SPAN_MS = ThroughputRing.SECONDS * 1_000L;

    /** Clocks that differ by more show as gaps at the end. */
    private static final long SKEW_S_MAX = 3;

    private static final long MS_PER_SECOND = 1_000;

    /**
     * The last ten minutes of these members together.
     *
     * @param more marks that are not of what members have noticed
     */
    public static Throughput of(List<MemberThroughput> rings, List<Mark> more) {
        long newest =
                rings.stream().mapToLong(MemberThroughput::newestSecond).max().orElse(0);
        // A member whose point of this second is not there yet would make the sum fall.
        long end = rings.stream()
                .mapToLong(MemberThroughput::newestSecond)
                .filter(second -> second >= newest - SKEW_S_MAX)
                .min()
                .orElse(0);
        Throughput all = new Throughput(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new TreeMap<>(), new ArrayList<>());
        rings.forEach(ring -> all.members.put(ring.address(), new ArrayList<>()));
        for (long second = end - ThroughputRing.SECONDS + 1; second <= end; second++) {
            all.add(second, rings);
        }
        all.addMarks(rings, more);
        return all;
    }

    private void addMarks(List<MemberThroughput> rings, List<Mark> more) {
        long beginMs = timesMs.get(0);
        List<Mark> all = Stream.concat(Mark.of(rings).stream(), more.stream())
                .filter(mark -> mark.atMs() >= beginMs)
                .sorted(Comparator.comparingLong(Mark::atMs))
                .toList();
        marks.addAll(all.subList(Math.max(0, all.size() - Mark.COUNT_MAX), all.size()));
    }

    private void add(long second, List<MemberThroughput> rings) {
        timesMs.add(second * MS_PER_SECOND);
        Double sum = null;
        Double dataSum = null;
        boolean isDataKnown = true;
        for (MemberThroughput ring : rings) {
            int index = ring.indexOf(second);
            Double tps = MemberThroughput.at(ring.tps(), index);
            Double dataTps = MemberThroughput.at(ring.dataTps(), index);
            members.computeIfAbsent(ring.address(), ignored -> new ArrayList<>())
                    .add(tps);
            if (tps != null) {
                sum = (sum == null ? 0 : sum) + tps;
                isDataKnown &= dataTps != null;
                dataSum = (dataSum == null ? 0 : dataSum) + (dataTps == null ? 0 : dataTps);
            }
        }
        total.add(sum);
        data.add(isDataKnown ? dataSum : null);
    }
}
