package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.audit.ShardSurvey;
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
 * @param tps transactions that it read and that were scored in the last second
 * @param dataTps transactions that came into the histories of its shards, a second, over the last full ten
 * @param accounting its accounting
 * @param rejected of these, the rejected by reason
 * @param flagged of the scored ones in its accounting, given a verdict other than 0
 * @param recentTimes a histogram of the last seconds, as {@link LatencyFigures} writes it
 * @param shardsOwned shards whose owner it is
 * @param shardsLoaded of these, in place; null: not known yet
 * @param held what these hold; null: not known yet
 * @param backupsHeld backups of other members' shards
 * @param entryProcessors calls that its shards have answered
 * @param backupsApplied batches whose outcome it has applied to a backup
 */
public record MemberSample(
        MemberState state,
        long sinceMs,
        long startedMs,
        Vitals vitals,
        LastMinute.Figures lastMinute,
        @Nullable String zone,
        @Nullable Double tps,
        @Nullable Double dataTps,
        Accounting accounting,
        Map<String, Long> rejected,
        long flagged,
        String recentTimes,
        int shardsOwned,
        @Nullable Integer shardsLoaded,
        @Nullable ShardSurvey held,
        long backupsHeld,
        long heapUsedBytes,
        long heapMaxBytes,
        long historyBytes,
        long historyLimitBytes,
        String memoryKind,
        @Nullable Double cpuLoad,
        LoadFigures load,
        long entryProcessors,
        long backupsApplied) {
    /** A member of an older version does not send all of it. */
    public MemberSample {
        vitals = Objects.requireNonNullElse(vitals, Vitals.UNKNOWN);
        lastMinute = Objects.requireNonNullElse(lastMinute, LastMinute.Figures.NONE);
    }
}
