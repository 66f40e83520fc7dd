package com.hazelcast.certification.life;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.util.Optional;

/**
 * Whether a backup is being brought back into the cluster. Until that has ended, shards may be older than in the backup, and members do not
 * start by themselves. All members see it, and the empty file {@value #MARK} in each data folder says it when all have ended meanwhile. It
 * ends with the restore, or when a person starts the members. A release before leaves the file alone. Thread-safe.
 */
public final class RestoreUnderWay {
    static final String MARK = "restoring";

    private final Optional<Disk> disk;

    @GuardedBy("this")
    private final Shared shared;

    /** What all members of a cluster see, as long as one of them is there. */
    public interface Shared {
        /** Whether a restore has begun, and not ended. */
        boolean isRestoring();

        /** Says to all whether one is under way. */
        void setRestoring(boolean isRestoring);

        /** Whether some member has had histories. */
        boolean hasHistories();
    }

    /**
     * Of a member that has joined.
     *
     * @param disk of its data folder; empty: it has none, and nothing outlives it
     */
    public RestoreUnderWay(Optional<Disk> disk, Shared shared) {
        this.disk = disk;
        this.shared = shared;
    }

    /**
     * Compares the data folder with the cluster: before this member says that it has histories, and before it starts by itself. A restore of
     * which only the folder knows is under way again where the cluster has no histories, and else has ended without this member.
     *
     * @return whether one is under way
     * @throws StorageException when the folder cannot be read or written; says what to do
     */
    public synchronized boolean look() {
        if (shared.isRestoring()) {
            mark();
            return true;
        }
        if (!isMarked()) {
            return false;
        }
        if (shared.hasHistories()) {
            removeMark();
            return false;
        }
        shared.setRestoring(true);
        return true;
    }

    /** Whether one is under way, as the cluster knows. Costs next to nothing. */
    public synchronized boolean isOn() {
        return shared.isRestoring();
    }

    /**
     * One begins.
     *
     * @throws StorageException when the folder cannot be written; says what to do
     */
    public synchronized void begin() {
        mark();
        shared.setRestoring(true);
    }

    /**
     * It has ended, or is not gone on with. Changes nothing when there is none.
     *
     * @throws StorageException when the folder cannot be written; says what to do
     */
    public synchronized void end() {
        if (shared.isRestoring()) {
            shared.setRestoring(false);
        }
        if (isMarked()) {
            removeMark();
        }
    }

    private boolean isMarked() {
        try {
            return disk.isPresent() && disk.get().list().contains(MARK);
        } catch (IOException e) {
            throw unusable(disk.get(), e);
        }
    }

    private void mark() {
        if (disk.isEmpty() || isMarked()) {
            return;
        }
        Disk folder = disk.get();
        try {
            folder.create(MARK).close();
            folder.sync();
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private void removeMark() {
        if (disk.isEmpty()) {
            return;
        }
        Disk folder = disk.get();
        try {
            folder.delete(MARK);
            folder.sync();
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private static StorageException unusable(Disk folder, IOException e) {
        return new StorageException(
                "whether a restore is under way could not be kept in the data folder; repair the disk, or make room: data-dir="
                        + folder.where() + " file=" + MARK + ": " + e.getMessage(),
                e);
    }
}
