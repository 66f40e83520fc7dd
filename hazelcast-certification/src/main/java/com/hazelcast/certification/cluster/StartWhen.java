package com.hazelcast.certification.cluster;

/** When members begin to read and to score. */
public enum StartWhen {
    /** At once. */
    NOW,
    /** As soon as every shard is loaded; nothing is read before. */
    LOADED
}
