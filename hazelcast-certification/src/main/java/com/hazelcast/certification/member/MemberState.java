package com.hazelcast.certification.member;

/** What a member is doing. */
public enum MemberState {
    /** Started, with nothing to do. */
    IDLE,
    /** Driving a load. */
    LOADING,
    /** Reading its sources. */
    SCORING,
    /** Leaving the cluster. */
    LEAVING
}
