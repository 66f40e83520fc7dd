package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.metrics.LastMinute;
import com.hazelcast.certification.metrics.Vitals;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a member says of itself once a second while a console is open.
 *
 * @param state of the member
 * @param sinceMs when it came into that state
 * @param startedMs since when it counts
 * @param vitals what keeps its answers flowing
 * @param lastMinute what its last minute has brought
 * @param life of the cluster, {@code ID since TIME}; empty: none has begun, or the member does not follow it yet
 * @param tps transactions that it read and that were scored in the last second
 * @param counters what it has counted since its start
 * @param recentTimes a histogram of the last seconds, as {@link LatencyFigures} writes it
 * @param shards the shards that it owns
 * @param memory how much of its memory is used
 * @param entrances its gateway and its API; null: it is of an older version
 * @param disk its data folder
 */
public record MemberSample(
        MemberState state,
        long sinceMs,
        long startedMs,
        Vitals vitals,
        LastMinute.Figures lastMinute,
        @Nullable String zone,
        String life,
        @Nullable Double tps,
        Counters counters,
        String recentTimes,
        ShardFigures shards,
        Memory memory,
        @Nullable Double cpuLoad,
        LoadFigures load,
        @Nullable EntranceFigures entrances,
        DiskFigures disk) {
    /** A member of an older version does not send all of it. */
    public MemberSample {
        vitals = Objects.requireNonNullElse(vitals, Vitals.UNKNOWN);
        life = Objects.requireNonNullElse(life, "");
        lastMinute = Objects.requireNonNullElse(lastMinute, LastMinute.Figures.NONE);
        disk = Objects.requireNonNullElse(disk, DiskFigures.NONE);
    }

    /**
     * What a member has counted since its start.
     *
     * @param accounting its accounting
     * @param rejected of these, the rejected by reason
     * @param flagged of the scored ones in its accounting, whose action is not to approve
     * @param backupsApplied batches whose outcome it has applied to a backup
     */
    public record Counters(Accounting accounting, Map<String, Long> rejected, long flagged, long backupsApplied) {}

    /**
     * The memory of a member.
     *
     * @param historyBytes of histories, in the fuller of its two bounds
     * @param historyLimitBytes that bound
     * @param kind where histories live: {@code heap} or {@code native}
     */
    public record Memory(
            long heapUsedBytes, long heapMaxBytes, long historyBytes, long historyLimitBytes, String kind) {}
}
