package com.hazelcast.certification.storage;

import java.util.List;
import java.util.Optional;

/**
 * What a backup of one member has: the file {@code manifest.json} beside the others.
 *
 * @param format of the backup
 * @param cluster whose shards these are, as in {@link StorageSettings}
 * @param takenAtMs when the backup was taken: all that was answered before is in it
 * @param files all files but this one
 * @param shards of which there is a copy, by their keys
 */
public record BackupManifest(int format, String cluster, long takenAtMs, List<File> files, List<Integer> shards) {
    static final int FORMAT = 1;
    static final String NAME = "manifest.json";

    /** Folders of members begin like that. */
    static final String MEMBER_PREFIX = "member-";

    /** A file of the backup. */
    public record File(String name, long sizeBytes, String crc32c) {}

    /** The file of that name. */
    Optional<File> file(String name) {
        return files.stream().filter(one -> one.name().equals(name)).findFirst();
    }

    /** Bytes of all files. */
    public long sizeBytes() {
        return files.stream().mapToLong(File::sizeBytes).sum();
    }
}
