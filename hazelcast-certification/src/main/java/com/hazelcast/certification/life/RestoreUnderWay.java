package com.hazelcast.certification.life;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a backup is being brought back into the cluster. Until that has ended, shards may be older than in the backup, and members do not
 * start by themselves. All members see it, and the empty file {@value #MARK} in each data folder says it when all have ended meanwhile. It
 * ends with the restore, or when a person starts the members. A release before leaves the file alone. Thread-safe.
 */
public final class RestoreUnderWay {
    static final String MARK = "restoring";

    private static final Logger LOG = LoggerFactory.getLogger(RestoreUnderWay.class);

    private final Optional<Disk> disk;

    @GuardedBy("this")
    private final Shared shared;

    /** Whether the file may be there: of no use when the others end the restore. */
    @GuardedBy("this")
    private boolean mayBeMarked;

    /** What all members of a cluster see, as long as one of them is there. */
    public interface Shared {
        /** Whether a restore has begun, and not ended. */
        boolean isRestoring();

        /** Whether one was under way, and has ended since. Not while this member is between two clusters. */
        boolean hasRestoreEnded();

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
     * which only the folder knows is under way again, unless the cluster has ended one or has histories: then it has ended without this member.
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
        if (shared.hasRestoreEnded() || shared.hasHistories()) {
            removeMark();
            return false;
        }
        mayBeMarked = true;
        shared.setRestoring(true);
        return true;
    }

    /** Whether one is under way, as the cluster knows. Costs next to nothing. */
    public synchronized boolean isOn() {
        return shared.isRestoring();
    }

    /**
     * Removes the file when the others have ended the restore while this member was cut off, or joined: else it would be under way again
     * when all members have ended, however much later. To be called again and again. Costs next to nothing; what fails is tried again at
     * the next call.
     */
    public synchronized void follow() {
        if (!mayBeMarked || !shared.hasRestoreEnded()) {
            return;
        }
        try {
            removeMark();
        } catch (StorageException e) {
            LOG.debug("the file of a restore that has ended is still there", e);
        }
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

    @GuardedBy("this")
    private void mark() {
        mayBeMarked = disk.isPresent();
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

    @GuardedBy("this")
    private void removeMark() {
        if (disk.isEmpty()) {
            return;
        }
        Disk folder = disk.get();
        try {
            folder.delete(MARK);
            folder.sync();
            mayBeMarked = false;
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
