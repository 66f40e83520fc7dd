package com.hazelcast.certification.shard;

/** Whether something can be scored on a shard. */
public enum ShardPresence {
    /** It is in place, and no member of the cluster has more of it to deliver. */
    PRESENT,
    /** It, or more of it, may still come: nothing is scored or answered until then. */
    AWAITED,
    /** Nothing was ever loaded. */
    ABSENT,
    /** Histories have been loaded, and no member has this shard, nor can one still bring it. */
    LOST
}
