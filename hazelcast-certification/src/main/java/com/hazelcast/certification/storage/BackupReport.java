package com.hazelcast.certification.storage;

/**
 * What a member has copied for a backup.
 *
 * @param folder of its own in the backup
 * @param shards of which it has a copy
 * @param sizeBytes of all its files
 * @param copiedBytes of these that an earlier backup into the same folder had not
 */
public record BackupReport(String folder, int shards, long sizeBytes, long copiedBytes) {}
