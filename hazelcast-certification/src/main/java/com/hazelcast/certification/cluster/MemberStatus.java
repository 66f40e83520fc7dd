package com.hazelcast.certification.cluster;

import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.metrics.AnswerLatency;

/**
 * What a member says of itself.
 *
 * @param address member address, {@code host:port}
 * @param state what it is doing
 * @param shards the shards that it owns
 * @param memoryUsedBytes pages of histories, backups included
 * @param memoryKind {@code heap} or {@code native}
 * @param backups synchronous backups that it is configured for
 * @param verdicts transactions scored on its shards
 * @param flagged of these, whose action is not to approve
 * @param accounting its accounting
 * @param load the load that it drives or drove
 * @param latency quantiles of the time from arrival to answer, since the start
 * @param recentLatency the same of the last seconds
 * @param gcCount collections so far, all collectors
 * @param gcPauseMs time in them
 */
public record MemberStatus(
        String address,
        MemberState state,
        ShardFigures shards,
        long memoryUsedBytes,
        String memoryKind,
        int backups,
        long verdicts,
        long flagged,
        Accounting accounting,
        LoadProgress load,
        AnswerLatency.Quantiles latency,
        AnswerLatency.Quantiles recentLatency,
        long gcCount,
        long gcPauseMs) {
    /** Of a member that is in the cluster and has not started yet. */
    static MemberStatus starting(String address) {
        AnswerLatency.Quantiles none = new AnswerLatency.Quantiles(0, 0, 0, 0);
        return new MemberStatus(
                address,
                MemberState.STARTING,
                ShardFigures.NONE,
                0,
                "",
                0,
                0,
                0,
                Accounting.NONE,
                LoadProgress.NONE,
                none,
                none,
                0,
                0);
    }
}
