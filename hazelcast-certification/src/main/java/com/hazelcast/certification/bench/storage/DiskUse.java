package com.hazelcast.certification.bench.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a member's data folder takes on disk.
 *
 * @param snapshotBytes files of snapshots, and the small ones beside them
 * @param logBytes files of the log
 */
public record DiskUse(long snapshotBytes, long logBytes) {
    private static final String LOG_SUFFIX = ".log";

    /** What the folder takes now; a file that is deleted meanwhile takes nothing. */
    static DiskUse of(Path folder) throws IOException {
        long snapshotBytes = 0;
        long logBytes = 0;
        for (Path file : files(folder)) {
            long sizeBytes = sizeBytes(file);
            if (file.toString().endsWith(LOG_SUFFIX)) {
                logBytes += sizeBytes;
            } else {
                snapshotBytes += sizeBytes;
            }
        }
        return new DiskUse(snapshotBytes, logBytes);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static long sizeBytes(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** All of it. */
    public long bytes() {
        return snapshotBytes + logBytes;
    }
}
