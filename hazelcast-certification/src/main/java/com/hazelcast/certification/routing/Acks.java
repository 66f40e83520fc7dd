package com.hazelcast.certification.routing;

/** When a transaction counts as answered. */
public enum Acks {
    /** When all copies of its shard hold it, also after a member was lost: answers are held back until then. */
    STRICT,
    /** When the copies that there are hold it: after a member was lost that may be one, until Hazelcast has made another. */
    FAST
}
