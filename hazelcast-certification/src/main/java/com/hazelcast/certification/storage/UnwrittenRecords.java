package com.hazelcast.certification.storage;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The records that were appended to a log and are not written yet, in batches of a frame each; the last batch is being filled. Also which record
 * each copy has come to, because the first frame of each file says it ({@link LogRecord#REACHED}).
 *
 * <p>Not thread-safe: whoever calls this holds the lock of the {@link ChangeLog}. An append copies the record, and a batch that has no room
 * for it as well; to take a batch copies nothing but what copies have come to. The buffer of a batch that is written is used again: a new one
 * is cleared by the JVM, which takes more than to write a small frame.
 */
final class UnwrittenRecords {
    private static final int BUFFER_SIZE_BYTES = 1 << 18;

    /** A larger buffer is not kept: it was for records that waited while the disk did not write. */
    private static final int SPARE_MAX_BYTES = 4 * BUFFER_SIZE_BYTES;

    private static final byte[] NO_DATA = {};

    /** A frame takes so many bytes of records, or one record: far from what cannot be read any more. */
    private static final int FRAME_RECORDS_MAX_BYTES = 16 << 20;

    /** When more than that is not written, whoever appends waits: {@link ChangeLog#awaitRoom}. */
    static final long MAX_BYTES = 2L * FRAME_RECORDS_MAX_BYTES;

    private static final int RECORD_MAX_BYTES = Frames.LENGTH_MAX_BYTES / 2;

    private final Map<Integer, Reached> reached = new HashMap<>();

    /** What is before {@link #filling}; the first stays until it is written. */
    private final ArrayDeque<Batch> filled = new ArrayDeque<>();

    private ByteBuffer filling = emptyBuffer();

    /** For the next batch; null: that needs a new one. */
    private @Nullable ByteBuffer spare;

    private long appended;
    private long written;
    private long sizeBytes;

    /** What a copy has come to. */
    record Reached(long generation, long sequence) {}

    /**
     * Records of one frame. It belongs to the thread that writes, which needs no lock for it.
     *
     * @param records behind the room for the frame's head
     * @param upTo the place of the last one
     * @param reached what copies had come to then
     */
    record Batch(ByteBuffer records, long upTo, Map<Integer, Reached> reached) {
        /**
         * The frame of these records. May be called again where it failed for want of memory.
         *
         * @param isFirst whether it is the first one of a file, which says what copies have come to
         * @param synced up to there the log is on the disk
         */
        Frame toFrame(boolean isFirst, LogPlace synced) {
            // With a position of its own: the records stay as they are when something fails.
            ByteBuffer own = records.duplicate();
            int sizeBytes = own.position() - LogRecord.FRAME_HEAD_SIZE_BYTES;
            ByteBuffer payload = isFirst ? withReached(own) : own;
            payload.putLong(0, synced.file())
                    .putLong(Long.BYTES, synced.offset())
                    .flip();
            return new Frame(payload, upTo, sizeBytes);
        }

        private ByteBuffer withReached(ByteBuffer own) {
            ByteBuffer all = withRoom(own, reached.size() * LogRecord.sizeBytes(0));
            reached.forEach((key, last) ->
                    LogRecord.put(all, key, last.generation, last.sequence, LogRecord.REACHED, NO_DATA, 0));
            return all;
        }
    }

    /**
     * What is to be written at once.
     *
     * @param upTo the place of its last record
     * @param sizeBytes of its records as they were appended
     */
    record Frame(ByteBuffer payload, long upTo, int sizeBytes) {}

    private static ByteBuffer emptyBuffer() {
        return ByteBuffer.allocate(BUFFER_SIZE_BYTES).position(LogRecord.FRAME_HEAD_SIZE_BYTES);
    }

    private static ByteBuffer withRoom(ByteBuffer buffer, int size) {
        return buffer.remaining() >= size
                ? buffer
                : ByteBuffer.allocate(Math.max(2 * buffer.capacity(), buffer.position() + size))
                        .put(buffer.flip());
    }

    /**
     * Appends a record; returns its place, which is its number.
     *
     * @throws IllegalArgumentException when it is longer than can be read again
     */
    long append(int key, long generation, long sequence, byte type, byte[] data, int length) {
        if (length > RECORD_MAX_BYTES) {
            throw new IllegalArgumentException("the record is too long for the log: lengthBytes=" + length);
        }
        int size = LogRecord.sizeBytes(length);
        if (filling.position() > LogRecord.FRAME_HEAD_SIZE_BYTES
                && filling.position() + size > FRAME_RECORDS_MAX_BYTES) {
            fill(Map.copyOf(reached));
        }
        filling = withRoom(filling, size);
        LogRecord.put(filling, key, generation, sequence, type, data, length);
        sizeBytes += size;
        reached.put(key, new Reached(generation, sequence));
        return ++appended;
    }

    /** What was appended so far becomes a batch. Changes nothing when there is no memory for that. */
    private void fill(Map<Integer, Reached> atItsEnd) {
        ByteBuffer next = spare == null ? emptyBuffer() : spare;
        filled.add(new Batch(filling, appended, atItsEnd));
        filling = next;
        spare = null;
    }

    /** The copy of that shard is not logged any more. */
    void forget(int key, long generation) {
        Reached last = reached.get(key);
        if (last != null && last.generation == generation) {
            reached.remove(key);
        }
    }

    /**
     * The oldest batch, which stays the oldest until it is {@linkplain #wrote written}: what cannot be made a frame of now is next again.
     *
     * @param isFirst whether it is to be the first one of a file; it may have been taken before, for the file before
     * @return null: everything is written
     */
    @Nullable
    Batch take(boolean isFirst) {
        if (appended == written) {
            return null;
        }
        if (filled.isEmpty()) {
            fill(isFirst ? Map.copyOf(reached) : Map.of());
        }
        Batch oldest = filled.element();
        if (isFirst && oldest.reached.isEmpty()) {
            // It was taken for a file that has ended before it.
            Batch asFirst = new Batch(oldest.records, oldest.upTo, reachedAtEndOfOldest());
            Batch unused = filled.remove();
            filled.addFirst(asFirst);
            return asFirst;
        }
        return oldest;
    }

    /**
     * What copies had come to at the end of the oldest batch: what they have come to now, but for the records behind it. A copy whose log
     * has begun anew since is named by its new generation only. Goes through all these records.
     */
    private Map<Integer, Reached> reachedAtEndOfOldest() {
        Map<Integer, Reached> atItsEnd = new HashMap<>(reached);
        Set<Integer> seen = new HashSet<>();
        filled.stream().skip(1).forEach(batch -> takeBack(batch.records, atItsEnd, seen));
        takeBack(filling, atItsEnd, seen);
        return Map.copyOf(atItsEnd);
    }

    /** Of each key the first of these records, unless it was seen before: its copy had come to the number before. */
    private static void takeBack(ByteBuffer records, Map<Integer, Reached> atItsEnd, Set<Integer> seen) {
        ByteBuffer own = records.duplicate().flip().position(LogRecord.FRAME_HEAD_SIZE_BYTES);
        try {
            while (own.hasRemaining()) {
                LogRecord record = LogRecord.read(own);
                if (seen.add(record.key())) {
                    atItsEnd.put(record.key(), new Reached(record.generation(), record.sequence() - 1));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("what was appended can be read", e);
        }
    }

    /** The frame of the oldest batch is written, and not used any more: what is appended later may take its place in memory. */
    void wrote(Frame frame) {
        ByteBuffer records = filled.remove().records;
        if (records.capacity() <= SPARE_MAX_BYTES) {
            spare = records.clear().position(LogRecord.FRAME_HEAD_SIZE_BYTES);
        }
        written = frame.upTo;
        sizeBytes -= frame.sizeBytes;
    }

    /** The place of the last record that is written. */
    long written() {
        return written;
    }

    /** The place of the last record. */
    long appended() {
        return appended;
    }

    /** Bytes of the records that are not written. */
    long sizeBytes() {
        return sizeBytes;
    }
}
