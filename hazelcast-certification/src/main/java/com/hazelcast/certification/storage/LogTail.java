package com.hazelcast.certification.storage;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file at the end of a log, to which frames are written, and the place in it. When it is full, another file follows.
 *
 * <p>One thread at a time writes: the one that the {@link ChangeLog} lets write, whose lock also hands what it has written to the next one. Beside
 * it a thread may {@linkplain #sync sync}. Numbers and places may be read by any thread. A sync waits for the disk, and for the sync before it.
 */
final class LogTail {
    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);

    private final LogFiles files;
    private final Optional<DataKey> dataKey;
    private final boolean isSynced;
    private final long fileSizeBytes;
    private final LossTaker losses;

    // Of the thread that writes.
    private Disk.@Nullable Output file;
    private @Nullable Frames frames;

    private volatile boolean isToRoll = true;
    private volatile long fileNumber;
    private volatile long offset;

    /** Behind what is with the kernel; whoever reads the log reads up to here. */
    private volatile LogPlace writtenEnd;

    private final AtomicLong writtenBytes = new AtomicLong();

    /** One sync at a time: the system says only once that one has failed. */
    private final Object syncLock = new Object();

    /** The last file that was brought to the disk when it ended. */
    private volatile long endedFile;

    /** The last file of which the disk may lack something, whatever later syncs say. */
    private volatile long lostFile;

    /** Takes losses: it calls {@link LogTail#lose}, and answers those that wait. */
    interface LossTaker {
        /** The disk may lack some of that file. A sync may be under way or end with that; the thread may hold the lock of syncs. */
        void lost(long number, IOException why);
    }

    /**
     * What a sync is about, as it was while nobody wrote.
     *
     * @param file null: nothing was written yet
     */
    record Position(Disk.@Nullable Output file, long number, long offset) {}

    /**
     * An end behind the file of that number.
     *
     * @param isSynced whether what is written is to survive the loss of power
     * @param fileSizeBytes after so many bytes another file begins
     */
    LogTail(
            LogFiles files,
            Optional<DataKey> dataKey,
            boolean isSynced,
            long lastFile,
            long fileSizeBytes,
            LossTaker losses) {
        this.files = files;
        this.dataKey = dataKey;
        this.isSynced = isSynced;
        this.fileNumber = lastFile;
        this.writtenEnd = new LogPlace(lastFile, Long.MAX_VALUE);
        this.fileSizeBytes = fileSizeBytes;
        this.losses = losses;
    }

    /**
     * Opens the file to write to, unless it is open. Of the thread that writes.
     *
     * @return whether it is another file than before
     */
    boolean open() throws IOException {
        Disk.Output current = file;
        if (current != null && !isToRoll) {
            return false;
        }
        if (current != null) {
            if (isSynced) {
                syncEnded(current);
            }
            current.close();
            file = null;
        }
        long number = fileNumber + 1;
        FileHead head = FileHead.fresh(FileHead.Kind.LOG, dataKey.isPresent());
        Disk.Output fresh = files.create(number, head);
        frames = new Frames(head, dataKey);
        file = fresh;
        fileNumber = number;
        offset = FileHead.SIZE_BYTES;
        isToRoll = false;
        files.recordSize(number, offset);
        writtenEnd = new LogPlace(number, FileHead.SIZE_BYTES);
        return true;
    }

    /** What follows goes into another file, whether the disk took this one or not. */
    private void syncEnded(Disk.Output ended) {
        try {
            syncOnce(ended, fileNumber);
            endedFile = fileNumber;
        } catch (IOException e) {
            LOG.debug("snapshots take the place of what the disk may lack", e);
        }
    }

    /**
     * Writes a frame to the file that is {@linkplain #open open}. Of the thread that writes. What fails may be written again, to the same place.
     *
     * @param payload is read to its end
     */
    void write(ByteBuffer payload) throws IOException {
        Disk.Output out = file;
        Frames used = frames;
        if (out == null || used == null) {
            throw new IllegalStateException("opened before");
        }
        ByteBuffer frame = used.frame(payload, offset);
        int size = frame.remaining();
        out.write(frame, offset);
        long end = offset + size;
        offset = end;
        writtenEnd = new LogPlace(fileNumber, end);
        writtenBytes.addAndGet(size);
        isToRoll = isToRoll || end >= fileSizeBytes;
        files.recordSize(fileNumber, end);
    }

    /** A thread that is interrupted while it writes closes the file, which cannot be synced any more. Of the thread that writes. */
    void abandon(ClosedChannelException why) {
        if (file != null && isSynced) {
            losses.lost(fileNumber, why);
        }
        file = null;
        isToRoll = true;
    }

    /** What a sync from now on is about. Called while nobody writes. */
    Position position() {
        return new Position(file, fileNumber, offset);
    }

    /**
     * Brings to the disk what was written before the position.
     *
     * @throws IOException when the disk may lack some of it; that has been taken as a loss then
     */
    void sync(Position position) throws IOException {
        if (position.file != null) {
            syncOnce(position.file, position.number);
        }
    }

    private void syncOnce(Disk.Output output, long number) throws IOException {
        synchronized (syncLock) {
            if (number <= lostFile) {
                throw new IOException("the disk may lack some of " + LogFiles.name(number));
            }
            try {
                output.sync();
            } catch (ClosedChannelException e) {
                // It has ended meanwhile, and was brought to the disk first; else an interrupted thread has closed it.
                if (number > endedFile) {
                    losses.lost(number, e);
                    throw e;
                }
            } catch (IOException e) {
                losses.lost(number, e);
                throw e;
            }
        }
    }

    /** The disk may lack some of that file; the next frame goes into another one. Called with the lock of the {@link ChangeLog}. */
    void lose(long number) {
        lostFile = Math.max(lostFile, number);
        isToRoll = true;
    }

    /** Whether another file has begun behind what the disk may lack. */
    boolean isBehindLoss() {
        return fileNumber > lostFile;
    }

    /** The next frame goes into another file. */
    void roll() {
        isToRoll = true;
    }

    /** The number of the file into which the next frame goes, or one before it. */
    long fileNumber() {
        return fileNumber;
    }

    /** Behind what has been written. */
    LogPlace end() {
        return writtenEnd;
    }

    /** Bytes written since the start. */
    long writtenBytes() {
        return writtenBytes.get();
    }

    /**
     * Brings the file to the disk and closes it, if one is open, and marks where it ended: what it lacks later is damage. Not after a loss, of which
     * nobody may have been answered. Called when nobody writes any more.
     */
    void close() throws IOException {
        Disk.Output current = file;
        if (current != null) {
            current.sync();
            current.close();
            if (lostFile == 0) {
                files.markEnded(fileNumber, offset);
            }
        }
    }
}
