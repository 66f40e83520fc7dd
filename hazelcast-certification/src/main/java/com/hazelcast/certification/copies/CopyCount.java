package com.hazelcast.certification.copies;

import java.util.Map;
import java.util.Set;

/** Counts the replicas that a probe has passed. Thread-safe; blocks. */
@FunctionalInterface
interface CopyCount {
    /**
     * How many replicas of each of these shards, by key, the probe has passed, as far as members say so within that time; returns as soon
     * as each has so many.
     */
    Map<Integer, Integer> countProbes(long probe, Set<Integer> keys, int required, long timeoutMs)
            throws InterruptedException;
}
