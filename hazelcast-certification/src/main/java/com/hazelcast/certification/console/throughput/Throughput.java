package com.hazelcast.certification.console.throughput;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last minutes or hours of the cluster, oldest first, and what happened in them.
 *
 * @param secondsPerPoint between two points
 * @param timesMs of the points: of each the last second
 * @param total transactions a second by the counters of the members that have a point
 * @param data transactions a second that came into the histories; null where a member does not know
 * @param members transactions a second, by address
 * @param latencyMs of the slowest member
 * @param marks the oldest first; of many the newest
 */
public record Throughput(
        int secondsPerPoint,
        List<Long> timesMs,
        List<@Nullable Double> total,
        List<@Nullable Double> data,
        Map<String, List<@Nullable Double>> members,
        Latency latencyMs,
        List<Mark> marks) {
    /** Clocks that differ by more show as gaps at the end. */
    private static final long SKEW_S_MAX = 3;

    private static final long MS_PER_SECOND = 1_000;

    /**
     * Quantiles of the time from arrival to verdict, each the greatest that a member has: the cluster's is not greater. Null where
     * nothing was answered, or no member knows.
     *
     * @param timesMs of the points, which are ten seconds apart
     */
    public record Latency(
            List<Long> timesMs, List<@Nullable Double> p50, List<@Nullable Double> p99, List<@Nullable Double> p999) {}

    /** Where points are, counted from 1970. */
    private record Places(int secondsPerPoint, long first, long last) {
        /** Those up to where every member has its point, for it is on its way from one that has not. */
        static Places upTo(LongStream newestSeconds, int secondsPerPoint, int count, long nowMs) {
            long[] newest = newestSeconds
                    .filter(second -> second > 0)
                    .map(second -> second / secondsPerPoint)
                    .toArray();
            long max = Arrays.stream(newest).max().orElse(TimeUnit.MILLISECONDS.toSeconds(nowMs) / secondsPerPoint);
            long skew = Math.max(1, SKEW_S_MAX / secondsPerPoint);
            long last = Arrays.stream(newest)
                    .filter(place -> place >= max - skew)
                    .min()
                    .orElse(max);
            return new Places(secondsPerPoint, last - count + 1, last);
        }

        List<Long> timesMs() {
            return LongStream.rangeClosed(first, last)
                    .mapToObj(place -> (place * secondsPerPoint + secondsPerPoint - 1) * MS_PER_SECOND)
                    .toList();
        }

        /** The point of a place among those that end with that second; null: there is none. */
        @Nullable
        Double point(List<@Nullable Double> points, long newestSecond, long place) {
            long index = place - newestSecond / secondsPerPoint + points.size() - 1;
            return index < 0 || index >= points.size() ? null : points.get((int) index);
        }
    }

    /**
     * The time of these members together.
     *
     * @param more marks that are not of what members have noticed
     * @param nowMs where the time ends when no member has a point
     */
    public static Throughput of(ThroughputRange range, List<MemberThroughput> members, List<Mark> more, long nowMs) {
        List<MemberThroughput> known = members.stream()
                .filter(member -> member.secondsPerPoint() == range.secondsPerPoint())
                .toList();
        Places places = Places.upTo(
                known.stream().mapToLong(MemberThroughput::newestSecond),
                range.secondsPerPoint(),
                range.points(),
                nowMs);
        List<Long> timesMs = places.timesMs();
        Throughput all = new Throughput(
                range.secondsPerPoint(),
                timesMs,
                new ArrayList<>(),
                new ArrayList<>(),
                new TreeMap<>(),
                latency(range, members, nowMs),
                marks(timesMs.get(0), members, more));
        known.forEach(member -> all.members.put(member.address(), new ArrayList<>()));
        for (long place = places.first; place <= places.last; place++) {
            all.add(places, place, known);
        }
        return all;
    }

    private static List<Mark> marks(long beginMs, List<MemberThroughput> members, List<Mark> more) {
        List<Mark> all = Stream.concat(Mark.of(members).stream(), more.stream())
                .filter(mark -> mark.atMs() >= beginMs)
                .sorted(Comparator.comparingLong(Mark::atMs))
                .toList();
        return all.subList(Math.max(0, all.size() - Mark.COUNT_MAX), all.size());
    }

    private static Latency latency(ThroughputRange range, List<MemberThroughput> members, long nowMs) {
        List<MemberThroughput.Latency> known =
                members.stream().map(MemberThroughput::latency).toList();
        Places places = Places.upTo(
                known.stream().mapToLong(MemberThroughput.Latency::newestSecond),
                PastRing.SECONDS_PER_POINT,
                range.latencyPoints(),
                nowMs);
        return new Latency(
                places.timesMs(),
                greatest(places, known, MemberThroughput.Latency::p50),
                greatest(places, known, MemberThroughput.Latency::p99),
                greatest(places, known, MemberThroughput.Latency::p999));
    }

    private static List<@Nullable Double> greatest(
            Places places,
            List<MemberThroughput.Latency> members,
            Function<MemberThroughput.Latency, List<@Nullable Double>> quantile) {
        List<@Nullable Double> all = new ArrayList<>();
        for (long place = places.first; place <= places.last; place++) {
            Double greatest = null;
            for (MemberThroughput.Latency member : members) {
                Double value = places.point(quantile.apply(member), member.newestSecond(), place);
                if (value != null && (greatest == null || value > greatest)) {
                    greatest = value;
                }
            }
            all.add(greatest);
        }
        return all;
    }

    private void add(Places places, long place, List<MemberThroughput> known) {
        Double sum = null;
        Double dataSum = null;
        boolean isDataKnown = true;
        for (MemberThroughput member : known) {
            Double tps = places.point(member.tps(), member.newestSecond(), place);
            Double dataTps = places.point(member.dataTps(), member.newestSecond(), place);
            members.computeIfAbsent(member.address(), ignored -> new ArrayList<>())
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
