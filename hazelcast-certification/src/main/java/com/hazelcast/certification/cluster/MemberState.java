package com.hazelcast.certification.cluster;

/** What a member is doing. */
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
    /** Told to score, and nothing was scored in the last three seconds. */
    WAITING,
    /** Told to score, and answers are held back until copies of their shards are there. */
    HELD,
    /** Scoring nothing, because there are fewer members than {@code min-members}. */
    TOO_FEW_MEMBERS,
    /** Leaving the cluster. */
    LEAVING
}
