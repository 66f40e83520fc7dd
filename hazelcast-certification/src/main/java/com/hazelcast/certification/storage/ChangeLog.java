package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>A write that fails stalls the log: its bytes are kept, and are written before all others, to the same place. Nobody is told that they are
 * written until they are. What is kept is bounded by what the callers' threads append, a batch each, and where they do not wait for it,
 * by {@link #awaitRoom}.
 */
final class ChangeLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);
    private static final int BUFFER_SIZE_BYTES = 1 << 18;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final byte[] NO_DATA = {};

    /** A frame takes so many bytes of records, or one record: far from what cannot be read any more. */
    private static final int FRAME_RECORDS_MAX_BYTES = 16 << 20;

    private static final int RECORD_MAX_BYTES = Frames.LENGTH_MAX_BYTES / 2;

    /** When more than that is not written, whoever appends waits. */
    static final long UNWRITTEN_MAX_BYTES = 2L * FRAME_RECORDS_MAX_BYTES;

    /** Without a sync nothing is distinguished: what is whole was written, and what was written counts. */
    static final long ALL = Long.MAX_VALUE;

    private final Disk disk;
    private final Optional<DataKey> dataKey;
    private final Durability durability;
    private final long fileSizeBytes;
    private final LogFiles files;

    @GuardedBy("this")
    private final Map<Integer, Reached> reached = new HashMap<>();

    /** What is before {@link #filling}, a frame each. */
    @GuardedBy("this")
    private final ArrayDeque<Filled> filled = new ArrayDeque<>();

    @GuardedBy("this")
    private ByteBuffer filling = emptyBuffer();

    @GuardedBy("this")
    private long unwrittenBytes;

    @GuardedBy("this")
    private long appended;

    @GuardedBy("this")
    private long written;

    @GuardedBy("this")
    private boolean isWriting;

    @GuardedBy("this")
    private @Nullable Throwable failure;

    @GuardedBy("this")
    private long retryAtNs;

    @GuardedBy("this")
    private long nextLineNs = System.nanoTime();

    @GuardedBy("this")
    private final List<Waiting> waiting = new ArrayList<>();

    // Of the thread that writes.
    private @Nullable ByteBuffer pending;
    private long pendingUpTo;
    private int pendingBytes;
    private volatile boolean isReachedDue;
    private Disk.@Nullable Output file;
    private @Nullable Frames frames;
    private volatile boolean isToRoll = true;

    private volatile long fileNumber;
    private volatile long offset;

    /** Behind what is with the kernel; whoever reads the log reads up to here. */
    private volatile LogPlace writtenEnd;

    private volatile long syncedFile;
    private volatile long syncedOffset;
    private final AtomicLong writtenBytes = new AtomicLong();
    private final AtomicLong syncCount = new AtomicLong();
    private volatile boolean isStalled;

    /** One sync at a time: the system says only once that one has failed. */
    private final Object syncLock = new Object();

    /** The last file that was brought to the disk when it ended. */
    private volatile long endedFile;

    /** The last file of which the disk may lack something, whatever later syncs say. */
    private volatile long lostFile;

    /** Why it may, until another file has begun behind it. */
    @GuardedBy("this")
    private @Nullable IOException loss;

    private record Reached(long generation, long sequence) {}

    /** Records of one frame; the last of them is that place, and copies had reached that. */
    private record Filled(ByteBuffer records, long upTo, Map<Integer, Reached> reached) {}

    private record Waiting(long upTo, CompletableFuture<Void> done) {}

    /**
     * A log that begins with the file behind that number.
     *
     * @param fileSizeBytes after so many bytes another file begins
     */
    ChangeLog(Disk disk, Optional<DataKey> dataKey, Durability durability, long lastFile, long fileSizeBytes) {
        this.disk = disk;
        this.dataKey = dataKey;
        this.durability = durability;
        this.fileNumber = lastFile;
        this.writtenEnd = new LogPlace(lastFile, Long.MAX_VALUE);
        this.fileSizeBytes = fileSizeBytes;
        this.files = new LogFiles(disk, durability == Durability.SYNCED);
    }

    private static ByteBuffer emptyBuffer() {
        return ByteBuffer.allocate(BUFFER_SIZE_BYTES).position(LogRecord.FRAME_HEAD_SIZE_BYTES);
    }

    /** Files of before, with their bytes, which are {@linkplain #deleteBefore deleted} in their time. */
    void adopt(Map<Long, Long> sizes) {
        files.adopt(sizes);
    }

    /**
     * Appends a record; returns its place, for {@link #commit}.
     *
     * @throws IllegalArgumentException when it is longer than can be read again
     */
    synchronized long append(int key, long generation, long sequence, byte type, byte[] data, int length) {
        if (length > RECORD_MAX_BYTES) {
            throw new IllegalArgumentException("the record is too long for the log: lengthBytes=" + length);
        }
        int size = LogRecord.sizeBytes(length);
        if (filling.position() > LogRecord.FRAME_HEAD_SIZE_BYTES
                && filling.position() + size > FRAME_RECORDS_MAX_BYTES) {
            filled.add(new Filled(filling, appended, Map.copyOf(reached)));
            filling = emptyBuffer();
        }
        filling = withRoom(filling, size);
        LogRecord.put(filling, key, generation, sequence, type, data, length);
        unwrittenBytes += size;
        reached.put(key, new Reached(generation, sequence));
        return ++appended;
    }

    private static ByteBuffer withRoom(ByteBuffer buffer, int size) {
        return buffer.remaining() >= size
                ? buffer
                : ByteBuffer.allocate(Math.max(2 * buffer.capacity(), buffer.position() + size))
                        .put(buffer.flip());
    }

    /** The copy of that shard is not logged any more. */
    synchronized void forget(int key, long generation) {
        Reached last = reached.get(key);
        if (last != null && last.generation == generation) {
            reached.remove(key);
        }
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
                    if (written >= place) {
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
     * Waits while more than {@link #UNWRITTEN_MAX_BYTES} are not written; writes, if nobody else does.
     *
     * @throws LogStalledException when they cannot be written
     */
    void awaitRoom() {
        while (true) {
            long next;
            synchronized (this) {
                if (unwrittenBytes <= UNWRITTEN_MAX_BYTES) {
                    return;
                }
                next = written + 1;
            }
            commit(next);
        }
    }

    /** Writes what waits, if there is any and nobody does. */
    void writeWaiting() {
        long place;
        synchronized (this) {
            place = appended;
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
            Disk.Output out = opened();
            if (pending == null) {
                take();
            }
            ByteBuffer payload = pending;
            if (payload != null) {
                ByteBuffer frame = usedFrames().frame(payload.duplicate(), offset);
                int size = frame.remaining();
                out.write(frame, offset);
                long end = offset + size;
                offset = end;
                writtenEnd = new LogPlace(fileNumber, end);
                writtenBytes.addAndGet(size);
                pending = null;
                isToRoll = isToRoll || end >= fileSizeBytes;
                files.recordSize(fileNumber, end);
            }
            wrote();
        } catch (ClosedChannelException e) {
            // A thread that is interrupted while it writes closes the file, which cannot be synced any more.
            if (file != null && durability == Durability.SYNCED) {
                syncFailed(fileNumber, e);
            }
            file = null;
            isToRoll = true;
            throw stalled(e);
        } catch (IOException | RuntimeException | Error e) {
            // Also an error, such as too little memory beside the heap: else whoever waits would wait for ever, without
            // a reason.
            throw stalled(e);
        }
    }

    private synchronized void wrote() {
        isWriting = false;
        written = Math.max(written, pendingUpTo);
        unwrittenBytes -= pendingBytes;
        pendingBytes = 0;
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

    /** Takes what has been appended for a frame, if there is something. */
    private void take() {
        Filled taken;
        synchronized (this) {
            if (appended == written) {
                return;
            }
            taken = filled.poll();
            if (taken == null) {
                taken = new Filled(filling, appended, isReachedDue ? Map.copyOf(reached) : Map.of());
                filling = emptyBuffer();
            }
            pendingUpTo = taken.upTo;
            pendingBytes = taken.records.position() - LogRecord.FRAME_HEAD_SIZE_BYTES;
        }
        ByteBuffer records = taken.records;
        if (isReachedDue) {
            isReachedDue = false;
            records = withRoom(records, taken.reached.size() * LogRecord.sizeBytes(0));
            for (Map.Entry<Integer, Reached> copy : taken.reached.entrySet()) {
                Reached last = copy.getValue();
                LogRecord.put(records, copy.getKey(), last.generation, last.sequence, LogRecord.REACHED, NO_DATA, 0);
            }
        }
        boolean isSynced = durability == Durability.SYNCED;
        pending = records.putLong(0, isSynced ? syncedFile : ALL)
                .putLong(Long.BYTES, isSynced ? syncedOffset : ALL)
                .flip();
    }

    private Frames usedFrames() {
        if (frames == null) {
            throw new IllegalStateException("opened before");
        }
        return frames;
    }

    /** The file to write to; another one when it is full. */
    private Disk.Output opened() throws IOException {
        Disk.Output current = file;
        if (current != null && !isToRoll) {
            return current;
        }
        if (current != null) {
            if (durability == Durability.SYNCED) {
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
        isReachedDue = true;
        files.recordSize(number, offset);
        writtenEnd = new LogPlace(number, FileHead.SIZE_BYTES);
        return fresh;
    }

    /** Of the thread that writes. What follows goes into another file, whether the disk took this one or not. */
    private void syncEnded(Disk.Output ended) {
        try {
            syncOnce(ended, fileNumber);
            endedFile = fileNumber;
        } catch (IOException e) {
            LOG.debug("snapshots take the place of what the disk may lack", e);
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
                    syncFailed(number, e);
                    throw e;
                }
            } catch (IOException e) {
                syncFailed(number, e);
                throw e;
            }
        }
    }

    /** What the kernel had of the file may be lost: that is not durable, and neither is what nobody has asked about yet. */
    private void syncFailed(long number, IOException why) {
        List<Waiting> unsure;
        synchronized (this) {
            loss = why;
            lostFile = Math.max(lostFile, number);
            isToRoll = true;
            unsure = List.copyOf(waiting);
            waiting.clear();
        }
        unsure.forEach(one -> one.done.completeExceptionally(why));
    }

    /** Why the disk may lack some of the log, until {@link #beginBehindLoss}; nothing is synced meanwhile. */
    synchronized Optional<IOException> loss() {
        return Optional.ofNullable(loss);
    }

    /**
     * Begins another file, unless one has begun, behind that of which the disk may lack something.
     *
     * @throws LogStalledException when it cannot be written now
     */
    void beginBehindLoss() {
        if (fileNumber <= lostFile) {
            long unused = begin();
        }
        synchronized (this) {
            loss = fileNumber <= lostFile ? loss : null;
        }
    }

    /**
     * Brings what was written to the disk. One thread calls this.
     *
     * @throws IOException when the disk may lack some of the log; all that wait have failed then
     */
    void sync() throws IOException {
        List<Waiting> asked;
        long numberBefore;
        long offsetBefore;
        Disk.Output current;
        synchronized (this) {
            while (isWriting) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
            requireNoLoss();
            long upTo = written;
            asked = waiting.stream().filter(one -> one.upTo <= upTo).toList();
            numberBefore = fileNumber;
            offsetBefore = offset;
            current = file;
        }
        if (current != null) {
            syncOnce(current, numberBefore);
        }
        synchronized (this) {
            requireNoLoss();
            waiting.removeAll(asked);
            syncedFile = numberBefore;
            syncedOffset = offsetBefore;
        }
        syncCount.incrementAndGet();
        asked.forEach(one -> one.done.complete(null));
    }

    @GuardedBy("this")
    private void requireNoLoss() throws IOException {
        if (loss != null) {
            throw new IOException("the disk may lack some of the log", loss);
        }
    }

    /** Completes when all that was appended until now is on the disk, after a {@link #sync}. */
    synchronized CompletableFuture<Void> whenSynced() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        waiting.add(new Waiting(appended, done));
        return done;
    }

    synchronized boolean isSyncAwaited() {
        return !waiting.isEmpty();
    }

    /** The number of the file into which the next record goes, or one before it. */
    long currentFile() {
        return fileNumber;
    }

    /** Behind what has been written. */
    LogPlace end() {
        return writtenEnd;
    }

    LogFiles files() {
        return files;
    }

    long writtenBytes() {
        return writtenBytes.get();
    }

    long syncCount() {
        return syncCount.get();
    }

    /**
     * Ends the file that is written to: what was appended until now is in it or before it, and it stays as it is.
     *
     * @return its number
     * @throws LogStalledException when it cannot be written now
     */
    long cut() {
        writeWaiting();
        synchronized (this) {
            awaitNotWriting();
            isToRoll = true;
            return fileNumber;
        }
    }

    /**
     * Begins another file: what was appended until now is in files before it.
     *
     * @return its number
     * @throws LogStalledException when it cannot be written now
     */
    long begin() {
        long begun = cut() + 1;
        while (true) {
            synchronized (this) {
                // Whoever writes may have chosen its file before.
                awaitNotWriting();
                if (fileNumber >= begun) {
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
        files.deleteBefore(Math.min(number, fileNumber));
    }

    @Override
    public void close() {
        try {
            writeWaiting();
            Disk.Output current = file;
            if (current != null) {
                current.sync();
                current.close();
            }
        } catch (IOException | LogStalledException e) {
            LOG.error("the log of shards could not be written to its end: data-dir={}", disk.where(), e);
        }
    }
}
