package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.cluster.MemberState;

/** What a member is shown as doing: what it says itself, unless it does not answer. */
public enum ShownState {
    /** In the cluster, and not ready yet. */
    STARTING,
    /** Started, with nothing to do. */
    IDLE,
    /** Driving a load. */
    LOADING,
    /** Starts as soon as every shard is loaded. */
    WAITING_FOR_LOAD,
    /** Scoring. */
    SCORING,
    /** Told to score, and nothing was scored in the last three seconds. */
    WAITING,
    /** Told to score, and answers are held back. */
    HELD,
    /** Scoring nothing, because there are fewer members than {@code min-members}. */
    TOO_FEW_MEMBERS,
    /** Leaving the cluster. */
    LEAVING,
    /** In the cluster, and has not answered for some seconds. */
    SILENT;

    /** Of a member that answers. */
    static ShownState of(MemberState state) {
        return switch (state) {
            case STARTING -> STARTING;
            case IDLE -> IDLE;
            case LOADING -> LOADING;
            case WAITING_FOR_LOAD -> WAITING_FOR_LOAD;
            case SCORING -> SCORING;
            case WAITING -> WAITING;
            case HELD -> HELD;
            case TOO_FEW_MEMBERS -> TOO_FEW_MEMBERS;
            case LEAVING -> LEAVING;
        };
    }
}
