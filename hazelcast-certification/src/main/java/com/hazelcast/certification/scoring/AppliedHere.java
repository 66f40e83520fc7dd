package com.hazelcast.certification.scoring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Of each shard the newest run of a batch of this member whose outcome this member has applied as the shard's backup. It proves that the
 * backup was not left out, without asking anybody: where a shard has one backup, that backup is this member, and what the owner
 * answered is on both.
 *
 * <p>Thread-safe. One entry a shard at most, written by its partition thread.
 */
public final class AppliedHere {
    private final Map<Integer, Long> newest = new ConcurrentHashMap<>();
    private final boolean isEnough;
    private volatile long origin = BatchId.NONE.origin();

    /** Nothing applied; of several backups one proves nothing of the others. */
    AppliedHere(int backups) {
        isEnough = backups == 1;
    }

    /** Whose batches are of interest: the origin of this member's own, see {@link BatchId}. */
    public void setOrigin(long own) {
        origin = own;
    }

    /** The outcome of a run has been applied here, whole. */
    void add(Integer key, long batchOrigin, long run) {
        if (isEnough && batchOrigin == origin) {
            newest.put(key, run);
        }
    }

    /**
     * Whether the run that gave the answer has left its outcome on this member, its only backup.
     *
     * @param key of the shard
     */
    public boolean isBackupOf(Integer key, byte[] batchAnswer) {
        Long run = newest.get(key);
        return run != null && run != BatchAnswer.NO_RUN && run == BatchAnswer.run(batchAnswer);
    }
}
