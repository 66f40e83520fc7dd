package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.SyncWaiters.Waiting;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.LogStalledException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of all copies of shards on a member, in files of a bounded size. One write takes the records of all threads that wait: the first
 * of them writes, and the others wait for it. Thread-safe.
 *
 * <p>A write that fails stalls the log: its bytes are kept, and are written before all others, to the same place. Nothing reports that they are
 * written until they are. What is kept is bounded by what the callers' threads append, a batch each, and where they do not wait for it,
 * by {@link #awaitRoom}.
 */
final class ChangeLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    /** Without a sync nothing is distinguished: what is whole was written, and what was written counts. */
    static final long ALL = Long.MAX_VALUE;

    private final Disk disk;
    private final boolean isSynced;
    private final LogFiles files;

    /** One thread at a time writes to it: the one that has set {@link #isWriting}. */
    private final LogTail tail;

    @GuardedBy("this")
    private final UnwrittenRecords unwritten = new UnwrittenRecords();

    @GuardedBy("this")
    private final SyncWaiters waiters = new SyncWaiters();

    @GuardedBy("this")
    private boolean isWriting;

    @GuardedBy("this")
    private @Nullable Throwable failure;

    @GuardedBy("this")
    private long retryAtNs;

    @GuardedBy("this")
    private long nextLineNs = System.nanoTime();

    // Of the thread that writes.
    private UnwrittenRecords.@Nullable Frame pending;
    private volatile boolean isReachedDue;

    /** Up to here the log is on the disk. Whoever writes reads it without a lock, so file and offset are one value. */
    private volatile LogPlace synced = new LogPlace(0, 0);

    private final AtomicLong syncCount = new AtomicLong();
    private volatile boolean isStalled;

    /**
     * A log that begins with the file behind that number.
     *
     * @param fileSizeBytes after so many bytes another file begins
     */
    ChangeLog(Disk disk, Optional<DataKey> dataKey, Durability durability, long lastFile, long fileSizeBytes) {
        this.disk = disk;
        this.isSynced = durability == Durability.SYNCED;
        this.files = new LogFiles(disk, isSynced);
        this.tail = new LogTail(files, dataKey, isSynced, lastFile, fileSizeBytes, this::lost);
    }

    /**
     * Appends a record; returns its place, for {@link #commit}.
     *
     * @throws IllegalArgumentException when it is longer than can be read again
     */
    synchronized long append(int key, long generation, long sequence, byte type, byte[] data, int length) {
        return unwritten.append(key, generation, sequence, type, data, length);
    }

    /** The copy of that shard is not logged any more. */
    synchronized void forget(int key, long generation) {
        unwritten.forget(key, generation);
    }

    /**
     * Waits until the record of that place is with the kernel; writes it, if nobody else does.
     *
     * @throws LogStalledException when it cannot be written; it will be, before anything else
     */
    void commit(long place) {
        boolean isInterrupted = false;
        try {
            while (true) {
                synchronized (this) {
                    if (unwritten.written() >= place) {
                        return;
                    }
                    if (isWriting) {
                        try {
                            wait();
                        } catch (InterruptedException e) {
                            isInterrupted = true;
                        }
                        continue;
                    }
                    isWriting = true;
                }
                writeOnce();
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Waits while more than {@link UnwrittenRecords#MAX_BYTES} are not written; writes, if nobody else does.
     *
     * @throws LogStalledException when they cannot be written
     */
    void awaitRoom() {
        while (true) {
            long next;
            synchronized (this) {
                if (unwritten.sizeBytes() <= UnwrittenRecords.MAX_BYTES) {
                    return;
                }
                next = unwritten.written() + 1;
            }
            commit(next);
        }
    }

    /** Writes what waits, if there is any and nobody does. */
    void writeWaiting() {
        long place;
        synchronized (this) {
            place = unwritten.appended();
        }
        commit(place);
    }

    /** Whether records can be written; tries it again, ten times a second, when they could not. */
    boolean isWritable() {
        if (!isStalled) {
            return true;
        }
        synchronized (this) {
            if (isWriting || System.nanoTime() - retryAtNs < 0) {
                return false;
            }
            isWriting = true;
        }
        try {
            writeOnce();
            return !isStalled;
        } catch (LogStalledException e) {
            return false;
        }
    }

    /** Why nothing can be written, if it cannot. */
    synchronized Optional<String> whyStalled() {
        return Optional.ofNullable(failure).map(this::message);
    }

    private String message(Throwable why) {
        return "the log of shards cannot be written, and nothing is answered until it can; make room in the data"
                + " folder, or repair the disk: data-dir=" + disk.where() + ": "
                + (why instanceof Error ? why.toString() : why.getMessage());
    }

    private void writeOnce() {
        try {
            if (tail.open()) {
                // What failed in the file before becomes the first frame of this one.
                pending = null;
                isReachedDue = true;
            }
            UnwrittenRecords.Frame frame = pending == null ? take() : pending;
            if (frame != null) {
                tail.write(frame.payload().duplicate());
                pending = null;
            }
            wrote(frame);
        } catch (ClosedChannelException e) {
            tail.abandon(e);
            throw stalled(e);
        } catch (IOException | RuntimeException | Error e) {
            // Also an error, such as too little memory beside the heap: else whoever waits would wait for ever.
            throw stalled(e);
        }
    }

    private synchronized void wrote(UnwrittenRecords.@Nullable Frame frame) {
        isWriting = false;
        if (frame != null) {
            unwritten.wrote(frame);
        }
        if (failure != null) {
            LogEvent.STORAGE_WRITES_AGAIN
                    .at(LOG)
                    .log("the log of shards can be written again: data-dir={}", disk.where());
            failure = null;
            isStalled = false;
        }
        notifyAll();
    }

    private synchronized LogStalledException stalled(Throwable why) {
        isWriting = false;
        isStalled = true;
        failure = why;
        retryAtNs = System.nanoTime() + RETRY_NS;
        if (System.nanoTime() - nextLineNs >= 0) {
            nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
            LogEvent.STORAGE_STALLED.at(LOG).log(message(why));
        }
        notifyAll();
        return new LogStalledException(message(why), why);
    }

    /** Takes what has been appended for a frame, which is pending then; null: there is nothing. */
    private UnwrittenRecords.@Nullable Frame take() {
        boolean isFirst = isReachedDue;
        UnwrittenRecords.Batch taken;
        synchronized (this) {
            taken = unwritten.take(isFirst);
        }
        if (taken != null) {
            pending = taken.toFrame(isFirst, isSynced ? synced : new LogPlace(ALL, ALL));
            isReachedDue = false;
        }
        return pending;
    }

    /** The disk may lack some of that file: what is in it is not durable, and neither is what nobody has asked about yet. */
    private void lost(long number, IOException why) {
        List<Waiting> unsure;
        synchronized (this) {
            unsure = waiters.lose(why);
            tail.lose(number);
        }
        unsure.forEach(one -> one.done().completeExceptionally(why));
    }

    /** Why the disk may lack some of the log, until {@link #beginBehindLoss}; nothing is synced meanwhile. */
    synchronized Optional<IOException> loss() {
        return waiters.loss();
    }

    /**
     * Begins another file, unless one has begun, behind that of which the disk may lack something.
     *
     * @throws LogStalledException when it cannot be written now
     */
    void beginBehindLoss() {
        if (!tail.isBehindLoss()) {
            long unused = begin();
        }
        synchronized (this) {
            if (tail.isBehindLoss()) {
                waiters.endLoss();
            }
        }
    }

    /**
     * Brings what was written to the disk. One thread calls this.
     *
     * @throws IOException when the disk may lack some of the log; all that wait have failed then
     */
    void sync() throws IOException {
        List<Waiting> asked;
        LogTail.Position position;
        synchronized (this) {
            awaitNotWriting();
            waiters.requireNoLoss();
            asked = waiters.upTo(unwritten.written());
            position = tail.position();
        }
        tail.sync(position);
        synchronized (this) {
            waiters.requireNoLoss();
            waiters.remove(asked);
            synced = new LogPlace(position.number(), position.offset());
        }
        syncCount.incrementAndGet();
        asked.forEach(one -> one.done().complete(null));
    }

    /** Completes when all that was appended until now is on the disk, after a {@link #sync}. */
    synchronized CompletableFuture<Void> whenSynced() {
        return waiters.add(unwritten.appended());
    }

    synchronized boolean isSyncAwaited() {
        return !waiters.isEmpty();
    }

    /** The number of the file into which the next record goes, or one before it. */
    long currentFile() {
        return tail.fileNumber();
    }

    /** Behind what has been written. */
    LogPlace end() {
        return tail.end();
    }

    LogFiles files() {
        return files;
    }

    long writtenBytes() {
        return tail.writtenBytes();
    }

    long syncCount() {
        return syncCount.get();
    }

    /**
     * Ends the file that is written to, and returns its number: what was appended until now is in it or before it, and it stays as it is.
     *
     * @throws LogStalledException when it cannot be written now
     */
    long cut() {
        writeWaiting();
        return endFile();
    }

    /** As above, of what is written. A frame that failed may be there in part, and is written again to its place: the file does not end before. */
    synchronized long endFile() {
        awaitNotWriting();
        Throwable why = failure;
        if (why != null) {
            throw new LogStalledException(message(why), why);
        }
        tail.roll();
        return tail.fileNumber();
    }

    /**
     * Begins another file, and returns its number: what was appended until now is in files before it.
     *
     * @throws LogStalledException when it cannot be written now
     */
    long begin() {
        long begun = cut() + 1;
        while (true) {
            synchronized (this) {
                // Whoever writes may have chosen its file before.
                awaitNotWriting();
                if (tail.fileNumber() >= begun) {
                    return begun;
                }
                isWriting = true;
            }
            writeOnce();
        }
    }

    @GuardedBy("this")
    private void awaitNotWriting() {
        try {
            while (isWriting) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LogStalledException("interrupted", e);
        }
    }

    /** Deletes the files before that one. */
    void deleteBefore(long number) throws IOException {
        files.deleteBefore(Math.min(number, tail.fileNumber()));
    }

    @Override
    public void close() {
        try {
            writeWaiting();
            tail.close();
        } catch (IOException | LogStalledException e) {
            LOG.error("the log of shards could not be written to its end: data-dir={}", disk.where(), e);
        }
    }
}
