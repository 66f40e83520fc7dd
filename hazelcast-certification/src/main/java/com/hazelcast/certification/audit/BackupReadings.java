package com.hazelcast.certification.audit;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What comparisons of owners and backups have read of the backups held here, by comparison and shard, until each comes back for
 * its own: several at once do not disturb each other. Thread-safe.
 *
 * <p>Bounded: of so many comparisons at a time. One that nobody comes back for, because whoever began it has ended, makes room
 * when it is old; until then a further one gets nothing and is told so.
 *
 * @param <V> what is read of a backup
 */
final class BackupReadings<V> {
    private static final long ABANDONED_NS = 120_000_000_000L;

    private final int comparisonsMax;
    private final Map<Long, Comparison<V>> comparisons = new LinkedHashMap<>();

    private record Comparison<V>(long beganNs, Map<Integer, V> byKey) {}

    /** For that many comparisons at a time. */
    BackupReadings(int comparisonsMax) {
        this.comparisonsMax = comparisonsMax;
    }

    /**
     * Makes room for what a comparison will read.
     *
     * @throws IllegalStateException when there are as many as there may be
     */
    synchronized void begin(long comparison, long nowNs) {
        for (Iterator<Comparison<V>> all = comparisons.values().iterator(); all.hasNext(); ) {
            if (nowNs - all.next().beganNs > ABANDONED_NS) {
                all.remove();
            }
        }
        if (comparisons.size() >= comparisonsMax) {
            throw new IllegalStateException(
                    "as many comparisons of owners and backups as may run at a time run already; try again in some minutes:"
                            + " comparisonsMax=" + comparisonsMax);
        }
        comparisons.put(comparison, new Comparison<>(nowNs, new HashMap<>()));
    }

    /** Keeps what was read of the backup of the shard with that key, if the comparison has begun here. */
    synchronized void record(long comparison, Integer key, V reading) {
        Comparison<V> found = comparisons.get(comparison);
        if (found != null) {
            found.byKey.put(key, reading);
        }
    }

    /** All that the comparison has read here, by the shards' keys; forgets it. */
    synchronized Map<Integer, V> take(long comparison) {
        Comparison<V> found = comparisons.remove(comparison);
        return found == null ? Map.of() : found.byKey;
    }
}
