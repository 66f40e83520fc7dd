package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.storage.files.LogStalledException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The way of one object's changes to the log. It belongs to the object: a shard that is moved, loaded or united is another object, and begins
 * with a snapshot. Whoever changes the shard has the journal {@linkplain ShardStorage#open open} meanwhile, and appends the change before it
 * {@linkplain #release releases} it; snapshots are taken between changes.
 *
 * <p>Thread-safe: to open it takes its lock, which the same thread gives back. Changes are appended between the two. An append copies the
 * bytes; {@link #commit} waits for the kernel where answers do.
 */
public final class ShardJournal {
    private final ChangeLog log;
    private final boolean isAwaited;
    private final int key;
    private final long generation;
    private final WeakReference<HistoryShard> shard;
    private final ReentrantLock lock = new ReentrantLock();

    // Under the lock.
    private long sequence;
    private long lastPlace;

    private volatile boolean isKept;

    ShardJournal(ChangeLog log, boolean isAwaited, HistoryShard shard, long generation, long sequence) {
        this.log = log;
        this.isAwaited = isAwaited;
        this.key = shard.key();
        this.generation = generation;
        this.sequence = sequence;
        this.shard = new WeakReference<>(shard);
    }

    int key() {
        return key;
    }

    long generation() {
        return generation;
    }

    /** The object; null: it is gone. While the garbage collector marks, whoever asks for it keeps it. */
    @Nullable
    HistoryShard shard() {
        return shard.get();
    }

    /** Whether the object is there still. That keeps it from nothing, however often it is asked. */
    boolean isHere() {
        return !shard.refersTo(null);
    }

    void lock() {
        lock.lock();
    }

    /** The last record's number. Under the lock. */
    long sequence() {
        return sequence;
    }

    /** Ends the change. */
    public void release() {
        lock.unlock();
    }

    /** Whether the disk has a snapshot of this object, so that its log is of use. */
    public boolean isKept() {
        return isKept;
    }

    void kept() {
        isKept = true;
    }

    /** Says that the disk may have lost some of the log: only another snapshot helps. */
    void lost() {
        isKept = false;
    }

    /** Appends a change; the journal is open. */
    public void append(ChangeType type, byte[] data, int length) {
        appendCode(type.code(), data, length);
    }

    /**
     * The changes of an object are not logged any more, if they were; another journal of it begins with a snapshot. Waits for a change that goes on.
     *
     * @param before a journal of that generation or of a later one stays
     */
    static void endOf(HistoryShard changed, long before) {
        if (changed.attachment() instanceof ShardJournal journal && journal.generation < before) {
            journal.lock();
            try {
                if (changed.attachment() == journal) {
                    changed.attach(null);
                }
            } finally {
                journal.release();
            }
        }
    }

    void appendCode(byte code, byte[] data, int length) {
        lastPlace = log.append(key, generation, ++sequence, code, data, length);
    }

    /** Appends the numbers of the shard's rounds; the journal is open. */
    public void appendEpoch(HistoryShard changed) {
        byte[] data = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(changed.epoch().round())
                .putLong(changed.epoch().promised())
                .array();
        append(ChangeType.EPOCH, data, data.length);
    }

    /** Appends cards that were opened; the journal is open. */
    public void appendCards(long[] cards) {
        ByteBuffer data = ByteBuffer.allocate(cards.length * Long.BYTES);
        for (long card : cards) {
            data.putLong(card);
        }
        append(ChangeType.CARDS, data.array(), data.capacity());
    }

    /**
     * Waits until what this thread has appended is with the kernel, if answers wait for that, and else while too much is not. Called after
     * {@link #release}.
     *
     * @throws LogStalledException when it cannot be written now; the change stands, and is written before anything else
     */
    public void commit() {
        if (isAwaited) {
            // Only the thread of the shard appends, so this is its own last record.
            log.commit(lastPlace);
        } else {
            log.awaitRoom();
        }
    }
}
