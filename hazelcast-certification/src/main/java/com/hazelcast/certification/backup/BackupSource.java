package com.hazelcast.certification.backup;

import com.hazelcast.certification.storage.Backup;
import java.nio.file.Path;

/** What a member has for a backup: files of its data folder, or shards in memory. */
@FunctionalInterface
public interface BackupSource {
    /**
     * Writes it into a folder of this member's own in that one, beside its part of the committed backup.
     *
     * @param takenAtMs of the whole backup
     * @throws com.hazelcast.certification.storage.files.StorageException when it cannot be made; says what to do
     */
    Backup.Report prepare(Path folder, long takenAtMs) throws InterruptedException;
}
