package com.hazelcast.certification.console.throughput;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last ten minutes of a member.
 *
 * @param newestSecond second since 1970 of the last point; 0: there is none
 * @param tps a point a second up to that one, oldest first; null: none at that second
 * @param dataTps the same from the data
 * @param noticed what the member has noticed, the oldest first
 */
public record MemberThroughput(
        String address,
        long newestSecond,
        List<@Nullable Double> tps,
        List<@Nullable Double> dataTps,
        List<Mark.Noticed> noticed) {
    /** A member of an older version does not send all of it. */
    public MemberThroughput {
        noticed = Objects.requireNonNullElse(noticed, List.of());
    }

    /** The place of a second in the lists; may be outside. */
    int indexOf(long second) {
        return (int) Math.max(-1, Math.min(tps.size(), second - newestSecond + tps.size() - 1));
    }

    static @Nullable Double at(List<@Nullable Double> points, int index) {
        return index < 0 || index >= points.size() ? null : points.get(index);
    }
}
