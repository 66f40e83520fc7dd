package com.hazelcast.certification.storage;

import com.hazelcast.certification.storage.files.DataKey;
import java.util.Optional;

/**
 * How a member keeps its shards.
 *
 * @param durability how much of a change is on disk before it is answered
 * @param dataKey by which files are encrypted, if they are
 * @param cluster what all members of the cluster have alike and cannot change, such as the number of shards, as a part of a file's name
 * @param logFileSizeBytes after so many bytes another log file begins
 * @param logSizeMinBytes a log of so many bytes is kept, whatever snapshots take; above that, a quarter of these
 * @param unsentMaxBytes the log is kept until its verdicts are sent, but no more of it than that; 0: they are not sent
 */
public record StorageSettings(
        Durability durability,
        Optional<DataKey> dataKey,
        String cluster,
        long logFileSizeBytes,
        long logSizeMinBytes,
        long unsentMaxBytes) {
    private static final long LOG_FILE_SIZE_BYTES = 64L << 20;
    private static final long LOG_SIZE_MIN_BYTES = 256L << 20;

    /** The usual sizes. */
    public static StorageSettings of(
            Durability durability, Optional<DataKey> dataKey, String cluster, long unsentMaxBytes) {
        return new StorageSettings(
                durability, dataKey, cluster, LOG_FILE_SIZE_BYTES, LOG_SIZE_MIN_BYTES, unsentMaxBytes);
    }
}
