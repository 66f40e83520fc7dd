package com.hazelcast.certification.copies;

import org.jspecify.annotations.Nullable;

/**
 * What a member's strict answers wait for at one moment.
 *
 * @param degradedBecause why fewer copies than configured are enough; null: they are not
 * @param shardsWaiting shards whose answers this member holds back until enough copies have been seen
 * @param membersMissing members that must join before each shard can have all its copies; 0: none
 * @param degradedInMs time until the member goes on with fewer copies by itself; null: it will not, or need not
 */
public record CopyFigures(
        @Nullable String degradedBecause,
        int shardsWaiting,
        int membersMissing,
        @Nullable Long degradedInMs) {
    /** Whether fewer copies than configured are enough. */
    public boolean isDegraded() {
        return degradedBecause != null;
    }
}
