package com.hazelcast.certification.cluster;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** What the cluster does as a whole: exactly one at a time, and only {@link #SCORING} may be shown in green. */
public enum ClusterState {
    /** Transactions are scored, and no condition is an alarm. */
    SCORING("Scoring"),
    /** Transactions are scored, and something needs attention now. */
    SCORING_WITH_ALARMS("Scoring, with alarms"),
    /** Answers wait for copies of their shards. */
    HELD("Answers are held back"),
    /** Fewer members than {@code min-members}: nothing is scored. */
    TOO_FEW_MEMBERS("Too few members: nothing is scored"),
    /** Scoring is started, and nothing was scored in the last seconds. */
    NOTHING_SCORED("Started, and nothing is scored"),
    /** No shard is loaded. */
    NOTHING_LOADED("Nothing is loaded"),
    /** A load runs. */
    LOADING("Loading"),
    /** Loaded, and not started. */
    STOPPED("Not started"),
    /** No member has reported yet. */
    STARTING("Starting"),
    /** What a member of a later release says and this one does not have; the words that it sends say what it is. */
    @JsonEnumDefaultValue
    UNKNOWN("Unknown");

    private final String words;

    ClusterState(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
