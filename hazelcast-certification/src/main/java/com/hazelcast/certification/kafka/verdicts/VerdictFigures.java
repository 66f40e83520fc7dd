package com.hazelcast.certification.kafka.verdicts;

import org.jspecify.annotations.Nullable;

/**
 * What a member's sender of verdicts does, since the start.
 *
 * @param sent records that the brokers have acknowledged, of what this member has decided
 * @param copiesSent of these that others have decided and may not have sent
 * @param lost verdicts of this member that were deleted before they could be sent
 * @param lostAgoMs how long ago that number was first seen; null: none is lost
 * @param waitingBytes of the log that are not sent
 * @param waitingMs age of the oldest verdict that is on its way and not acknowledged; 0: none is
 * @param waitsFor why nothing is sent; empty: nothing is in the way
 * @param waitsForMs for how long something has been in the way
 */
public record VerdictFigures(
        long sent,
        long copiesSent,
        long lost,
        @Nullable Long lostAgoMs,
        long waitingBytes,
        long waitingMs,
        String waitsFor,
        long waitsForMs) {}
