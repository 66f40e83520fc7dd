package com.hazelcast.certification.metrics;

import com.hazelcast.certification.source.SourceFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a member's answers flowing, or does not.
 *
 * @param isStarted whether scoring is started
 * @param shardsHeld shards whose answers it holds back because their copies are not known to be complete
 * @param degradedBecause why it answers with fewer copies than configured; null: it does not
 * @param membersAwaited addresses of members that may have gone on without those that it sees: nothing is answered until enough of them
 *     are back
 * @param copiesRequired backups that each shard should have now
 * @param oldestInFlightMs how long its oldest transaction in flight has waited; 0: none is in flight
 * @param sourcesConfigured sources that it is to read
 * @param sources each of them while it reads; none while it does not
 */
public record Vitals(
        boolean isStarted,
        int shardsHeld,
        @Nullable String degradedBecause,
        List<String> membersAwaited,
        int copiesRequired,
        long oldestInFlightMs,
        int sourcesConfigured,
        List<SourceFigures> sources) {
    /** After that an answer that is held back is no passing matter: a failover takes less. */
    private static final long HELD_MS = 2_000;

    /** Of a member that has not reported. */
    public static final Vitals UNKNOWN = new Vitals(false, 0, null, List.of(), 0, 0, 0, List.of());

    /** Whether answers have been held back for longer than a failover takes. */
    public boolean isHeld() {
        return shardsHeld > 0 && oldestInFlightMs >= HELD_MS;
    }
}
