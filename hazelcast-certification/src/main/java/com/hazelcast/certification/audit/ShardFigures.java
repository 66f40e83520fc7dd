package com.hazelcast.certification.audit;

/**
 * What a member knows of its shards at one moment.
 *
 * @param sum what the loaded shards that it owns hold
 * @param owned shards whose owner it is
 * @param loaded of these, installed
 * @param backups backups of other members' shards that it holds
 * @param backupsWanted backups that the loaded shards should have, on other members
 * @param mapCalls entry processors and other calls that its shards have answered: batches and surveys, not transactions
 */
public record ShardFigures(ShardSurvey sum, int owned, int loaded, long backups, long backupsWanted, long mapCalls) {
    /** Nothing. */
    public static final ShardFigures NONE = new ShardFigures(ShardSurvey.NONE, 0, 0, 0, 0, 0);
}
