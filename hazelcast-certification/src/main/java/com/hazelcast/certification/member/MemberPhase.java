package com.hazelcast.certification.member;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The phases of a member's life. {@link MemberLifecycle} allows the transitions in the table below and no others. */
enum MemberPhase {
    /** Its parts are being opened. */
    STARTING,
    /** Started, with nothing to do. */
    IDLE,
    /** Scores as soon as every shard is loaded; reads nothing until then. */
    WAITING_FOR_LOAD,
    /** Reads, and takes batches. */
    SCORING,
    /** Answers what it has taken, and hands its shards over. */
    LEAVING,
    /** Has left the cluster in order. */
    LEFT,
    /** Its start has failed, or Hazelcast has ended by itself. */
    FAILED;

    private static final Map<MemberPhase, Set<MemberPhase>> NEXT = Map.of(
            STARTING, EnumSet.of(IDLE, FAILED),
            IDLE, EnumSet.of(WAITING_FOR_LOAD, SCORING, LEAVING, FAILED),
            WAITING_FOR_LOAD, EnumSet.of(IDLE, SCORING, LEAVING, FAILED),
            SCORING, EnumSet.of(IDLE, LEAVING, FAILED),
            LEAVING, EnumSet.of(LEFT),
            LEFT, EnumSet.noneOf(MemberPhase.class),
            FAILED, EnumSet.noneOf(MemberPhase.class));

    boolean mayBecome(MemberPhase next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
    }

    /** Whether the member leaves, or has left, on request. */
    boolean isOwnEnd() {
        return this == LEAVING || this == LEFT;
    }

    /** Whether the member does nothing any more that could be requested of it. */
    boolean isEnd() {
        return isOwnEnd() || this == FAILED;
    }
}
