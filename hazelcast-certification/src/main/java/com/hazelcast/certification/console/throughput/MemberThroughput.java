package com.hazelcast.certification.console.throughput;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a member remembers of some time.
 *
 * @param secondsPerPoint between two points
 * @param newestSecond second since 1970 with which the last point ends; 0: there is none
 * @param tps points up to that one, oldest first; null: none there
 * @param dataTps the same from the data
 * @param latency over the same time
 * @param noticed what the member has noticed, the oldest first
 */
public record MemberThroughput(
        String address,
        int secondsPerPoint,
        long newestSecond,
        List<@Nullable Double> tps,
        List<@Nullable Double> dataTps,
        Latency latency,
        List<Mark.Noticed> noticed) {
    /** A member of an older version does not send all of it. */
    public MemberThroughput {
        secondsPerPoint = Math.max(1, secondsPerPoint);
        latency = Objects.requireNonNullElse(latency, Latency.NONE);
        noticed = Objects.requireNonNullElse(noticed, List.of());
    }

    /**
     * Quantiles of each ten seconds, in milliseconds; null: nothing was answered in them.
     *
     * @param newestSecond as of the throughput
     */
    public record Latency(
            long newestSecond, List<@Nullable Double> p50, List<@Nullable Double> p99, List<@Nullable Double> p999) {
        /** Nothing is known. */
        static final Latency NONE = new Latency(0, List.of(), List.of(), List.of());
    }
}
