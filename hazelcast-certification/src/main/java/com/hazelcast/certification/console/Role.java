package com.hazelcast.certification.console;

/** What a caller may do. */
enum Role {
    /** See everything, cards masked. */
    VIEWER,
    /** Control the cluster as well. */
    OPERATOR
}
