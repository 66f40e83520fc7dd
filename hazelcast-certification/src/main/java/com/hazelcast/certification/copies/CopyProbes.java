package com.hazelcast.certification.copies;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which probes have passed through the replicas that a member holds as a backup. Thread-safe.
 *
 * <p>Apart from the answers of backups to comparisons, which {@code audit} keeps: a probe begins without a call to the members and is
 * never refused, and a backup leaves no bytes with it.
 */
final class CopyProbes {
    /** A failed member takes its probes' results no more. With more probes than this, as of 250 members, the oldest are dropped. */
    private static final int PROBES_MAX = 1_000;

    private final Map<Long, Set<Integer>> probes = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Set<Integer>> eldest) {
            return size() > PROBES_MAX;
        }
    };

    /** The probe has passed through this member's replica of the shard with that key. */
    void passed(long probe, Integer key) {
        synchronized (probes) {
            probes.computeIfAbsent(probe, ignored -> new HashSet<>()).add(key);
        }
    }

    /** The keys that the probe has passed here; forgets it. */
    Set<Integer> take(long probe) {
        synchronized (probes) {
            Set<Integer> taken = probes.remove(probe);
            return taken == null ? Set.of() : taken;
        }
    }
}
