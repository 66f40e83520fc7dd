package com.hazelcast.certification.copies;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member's strict answers wait for at one moment.
 *
 * @param degradedBecause why fewer copies than configured are enough; null: they are not
 * @param membersAwaited addresses of members that may have gone on without those that are seen ({@link
 *     com.hazelcast.certification.shard.CutOff}); nothing is answered until enough of them are back
 * @param shardsWaiting shards whose answers this member holds back until enough copies have been seen
 * @param membersMissing members that must join before each shard can have all its copies; 0: none
 * @param degradedInMs time until the member goes on with fewer copies by itself; null: it will not, or need not
 */
public record CopyFigures(
        @Nullable String degradedBecause,
        List<String> membersAwaited,
        int shardsWaiting,
        int membersMissing,
        @Nullable Long degradedInMs) {
    /** Whether fewer copies than configured are enough. */
    public boolean isDegraded() {
        return degradedBecause != null;
    }
}
