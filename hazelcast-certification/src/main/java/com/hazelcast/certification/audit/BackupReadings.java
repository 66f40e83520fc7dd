package com.hazelcast.certification.audit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the backups held here have answered to comparisons, by comparison and shard, until each comes back for its own: several at once
 * do not disturb each other. Thread-safe.
 *
 * <p>Bounded: of so many comparisons at a time, for each question apart. One that nobody comes back for, because whoever began it has
 * ended, makes room when it is old; until then a further one is refused.
 */
final class BackupReadings {
    private static final long ABANDONED_NS = 120_000_000_000L;

    private final Map<Long, Comparison> comparisons = new LinkedHashMap<>();

    private record Comparison(CopyQuestion question, long beganNs, Map<Integer, byte[]> byKey) {}

    /**
     * Makes room for what a comparison will read.
     *
     * @throws IllegalStateException when there are as many as there may be
     */
    synchronized void begin(CopyQuestion question, long comparison, long nowNs) {
        comparisons.values().removeIf(one -> nowNs - one.beganNs > ABANDONED_NS);
        long running = comparisons.values().stream()
                .filter(one -> one.question == question)
                .count();
        if (running >= question.comparisonsMax()) {
            throw new IllegalStateException(
                    "as many comparisons of owners and backups as may run at a time run already; try again in some minutes:"
                            + " comparisonsMax=" + question.comparisonsMax());
        }
        comparisons.put(comparison, new Comparison(question, nowNs, new HashMap<>()));
    }

    /** Keeps what the backup of the shard with that key answered, if the comparison has begun here. */
    synchronized void record(long comparison, Integer key, byte[] reading) {
        Comparison found = comparisons.get(comparison);
        if (found != null) {
            found.byKey.put(key, reading);
        }
    }

    /** All that the comparison has read here, by the shards' keys; forgets it. */
    synchronized Map<Integer, byte[]> take(long comparison) {
        Comparison found = comparisons.remove(comparison);
        return found == null ? Map.of() : found.byKey;
    }
}
