package com.hazelcast.certification.member;

/** When members begin to read and to score. */
enum StartWhen {
    /** At once. */
    NOW,
    /** As soon as every shard is loaded; nothing is read before. */
    LOADED
}
