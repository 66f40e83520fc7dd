package com.hazelcast.certification.audit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows of its shards at one moment.
 *
 * @param sum what the loaded shards that it owns hold
 * @param owned shards whose owner it is
 * @param loaded of these, installed
 * @param missing of these, not installed; the others have not answered yet
 * @param dataTps transactions that came into the histories of its shards, a second, over the last full ten; null: not known
 * @param backups backups of other members' shards that it holds
 * @param backupsRequired backups that the loaded shards should have, on other members
 * @param mapCalls entry processors and other calls that its shards have answered: batches and surveys, not transactions
 */
public record ShardFigures(
        ShardSurvey sum,
        int owned,
        int loaded,
        int missing,
        @Nullable Double dataTps,
        long backups,
        long backupsRequired,
        long mapCalls) {
    /** Nothing. */
    public static final ShardFigures NONE = new ShardFigures(ShardSurvey.NONE, 0, 0, 0, null, 0, 0, 0);

    /** Whether all shards have answered. */
    @JsonIgnore
    public boolean isKnown() {
        return loaded + missing == owned;
    }

    /** Shards that are installed; null until all have answered. */
    @JsonIgnore
    public @Nullable Integer loadedIfKnown() {
        return isKnown() ? (Integer) loaded : null;
    }

    /** What the loaded shards hold; null until all have answered. */
    @JsonIgnore
    public @Nullable ShardSurvey sumIfKnown() {
        return isKnown() ? sum : null;
    }
}
