package com.hazelcast.certification.cluster;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a member is doing, as it reports; {@link #SILENT} is reported by the others. */
public enum MemberState {
    /** In the cluster, and not ready yet. */
    STARTING,
    /** Started, with nothing to do. */
    IDLE,
    /** Driving a load. */
    LOADING,
    /** To be started as soon as every shard is loaded; reads nothing until then. */
    WAITING_FOR_LOAD,
    /** Scoring: something was scored in the last three seconds, for its own sources or on its shards. */
    SCORING,
    /** Scoring is started, and nothing was scored in the last three seconds. */
    WAITING,
    /** Scoring is started, and answers are held back until copies of their shards are there. */
    HELD,
    /** Scoring nothing: there are fewer members than {@code min-members}, or others may have gone on without these. */
    TOO_FEW_MEMBERS,
    /** Leaving the cluster. */
    LEAVING,
    /** In the cluster, and has not answered for some seconds. */
    SILENT,
    /** A state of a later release that this one does not have. Only read: no member reports it. */
    @JsonEnumDefaultValue
    UNKNOWN;

    /** What a member reports of itself. */
    public static final Set<MemberState> OF_ITSELF =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(SILENT, UNKNOWN)));
}
