package com.hazelcast.certification.copies;

import java.util.Map;
import java.util.UUID;

/** Counts the replicas that a probe has passed, and the members that know who owns them. Thread-safe; blocks. */
@FunctionalInterface
interface CopyCount {
    /**
     * How many members can be lost, by key of the shard, without what it has answered: the lesser of the replicas that the probe
     * has passed and the members, besides the owner, whose table of partitions names that owner. Counts what members say within
     * that time; returns as soon as each shard has so many.
     *
     * @param owners of the shards, by key, as they said themselves
     */
    Map<Integer, Integer> countProbes(long probe, Map<Integer, UUID> owners, int required, long timeoutMs)
            throws InterruptedException;
}
