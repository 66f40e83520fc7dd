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
    /** Leaving the cluster. */
    LEAVING
}
