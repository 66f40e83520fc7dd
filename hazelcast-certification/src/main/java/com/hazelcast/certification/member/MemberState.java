package com.hazelcast.certification.member;

/** What a member is doing. */
public enum MemberState {
    /** In the cluster, and not ready yet. */
    STARTING,
    /** Started, with nothing to do. */
    IDLE,
    /** Driving a load. */
    LOADING,
    /** Reading its sources. */
    SCORING,
    /** Scoring nothing, because there are fewer members than {@code min-members}. */
    TOO_FEW_MEMBERS,
    /** Leaving the cluster. */
    LEAVING
}
