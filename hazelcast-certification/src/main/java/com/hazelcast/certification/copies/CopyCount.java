package com.hazelcast.certification.copies;

import java.util.Map;
import java.util.UUID;

/** Counts the replicas that a probe has passed, and the members that know who owns them. Thread-safe; blocks. */
@FunctionalInterface
interface CopyCount {
    /**
     * How many losses of members each of these shards outlives, by key, as far as members say so within that time: as many as there are
     * replicas that the probe has passed, and members other than the owner whose table of partitions names it as the owner. Returns as
     * soon as each outlives so many.
     *
     * @param owners of the shards, by key, as they said themselves
     */
    Map<Integer, Integer> countProbes(long probe, Map<Integer, UUID> owners, int required, long timeoutMs)
            throws InterruptedException;
}
