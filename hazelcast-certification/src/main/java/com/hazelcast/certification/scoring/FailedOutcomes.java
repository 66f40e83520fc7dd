package com.hazelcast.certification.scoring;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;

/** How often the outcome of a batch has failed on a backup held here; remembers the last {@value #BATCHES_MAX}. Thread-safe. */
final class FailedOutcomes {
    private static final int BATCHES_MAX = 1_024;

    @GuardedBy("this")
    private final Map<BatchId, Integer> failures = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BatchId, Integer> eldest) {
            return size() > BATCHES_MAX;
        }
    };

    /** It has failed once more; returns how often in all. */
    synchronized int add(BatchId batch) {
        return failures.merge(batch, 1, Integer::sum);
    }
}
