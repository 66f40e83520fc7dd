package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.mapping.Mapping;
import java.time.Duration;
import java.util.Optional;

/**
 * How decisions are made.
 *
 * @param deadline when a caller gives none
 * @param queueMax transactions of single calls without an answer
 * @param declined what a caller is to do with what the rules decline
 * @param standIns what is answered when the rules are late
 * @param keptMax submitted transactions whose decisions can be read later, and as many that were decided in their calls
 * @param keptFor how long they can
 * @param mapping by which transactions are read; empty: as the API's schema has them
 */
public record DecisionSettings(
        Duration deadline,
        int queueMax,
        Action declined,
        StandInTable standIns,
        int keptMax,
        Duration keptFor,
        Optional<Mapping> mapping) {

    /** @throws IllegalArgumentException when a value is out of range, naming it */
    public DecisionSettings {
        requireWithin("api-deadline", deadline.toMillis(), 1, TransactionJson.DEADLINE_MS_MAX);
        requireWithin("api-queue", queueMax, 1, 1 << 20);
        requireWithin("api-answers-kept", keptMax, 1, 1 << 24);
        requireWithin(
                "api-answers-kept-for",
                keptFor.toMillis(),
                1,
                Duration.ofDays(7).toMillis());
    }

    private static void requireWithin(String key, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(
                    key + " must be " + least + " to " + greatest + ": " + key + "=" + value);
        }
    }
}
