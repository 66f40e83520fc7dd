package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard in a file, written in slices between the changes of the shard: each card is as it was at some time while it was written. With the log from
 * {@code sequence} on it is the shard, because a transaction that is there already changes nothing. Stateless.
 *
 * <pre>
 *  first frame   | 0 | key 4 | generation 8 | sequence 8 | log file 8 | cards 4 | the shard without its cards |
 *  other frames  | 1 | cards |
 *  last frame    | 2 | cards written 4 |
 * </pre>
 */
public final class Snapshot {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshot.class);
    static final String PREFIX = "shard-";
    static final String SUFFIX = ".snapshot";
    static final String UNFINISHED = ".unfinished";

    /** A slice takes some 0.3 ms, and batches of the shard wait that long. */
    private static final int SLICE_SIZE_BYTES = 1 << 18;

    /** So much waits for a sync at most: a slow disk shows how far it is. */
    private static final int SYNC_SIZE_BYTES = 1 << 24;

    private static final byte HEAD = 0;
    private static final byte CARDS = 1;
    private static final byte END = 2;

    private Snapshot() {}

    /**
     * What a snapshot is of.
     *
     * @param sequence of the last record of the log that it has for certain
     * @param logFile the next record is in this file or in a later one
     */
    record Base(int key, long generation, long sequence, long logFile) {
        String fileName() {
            return PREFIX + key + "-" + generation + "-" + sequence + SUFFIX;
        }

        /** Of a file's name; the log file is not known then. */
        static Optional<Base> ofName(String name) {
            String[] parts = name.substring(PREFIX.length(), name.length() - SUFFIX.length())
                    .split("-", -1);
            try {
                return parts.length == 3
                        ? Optional.of(new Base(
                                Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), 0))
                        : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }

    /** A snapshot that was written. */
    record Written(Base base, long sizeBytes) {}

    /** A snapshot that was read. */
    record Loaded(Base base, HistoryShard shard) {}

    /**
     * Writes a snapshot of the journal's shard; empty when another object is in its place by now, or the journal's thread ends. Nothing is
     * left of one that is not whole.
     *
     * @param currentLogFile the log file of now
     * @param progress takes, part by part, how many bytes the file has
     */
    static Optional<Written> write(
            Disk disk,
            Optional<DataKey> dataKey,
            ShardJournal journal,
            LongSupplier currentLogFile,
            LongConsumer progress)
            throws IOException {
        HistoryShard shard = journal.shard();
        if (shard == null) {
            return Optional.empty();
        }
        String unfinished = PREFIX + journal.key() + UNFINISHED;
        boolean isWhole = false;
        try {
            Optional<Written> written = write(disk, unfinished, dataKey, journal, shard, currentLogFile, progress);
            isWhole = written.isPresent();
            return written;
        } finally {
            if (!isWhole) {
                discard(disk, unfinished);
            }
        }
    }

    /** One for which there is no room would hold all that there is until it is tried again, and the log could not be written. */
    private static void discard(Disk disk, String unfinished) {
        try {
            disk.delete(unfinished);
        } catch (IOException e) {
            LOG.debug("what was written of a snapshot stays until the next one, or the next start", e);
        }
    }

    private static Optional<Written> write(
            Disk disk,
            String unfinished,
            Optional<DataKey> dataKey,
            ShardJournal journal,
            HistoryShard shard,
            LongSupplier currentLogFile,
            LongConsumer progress)
            throws IOException {
        FileHead head = FileHead.fresh(FileHead.Kind.SNAPSHOT, dataKey.isPresent());
        Base base;
        try (Disk.Output file = disk.create(unfinished)) {
            Frames frames = new Frames(head, dataKey);
            ByteBuffer first;
            journal.lock();
            try {
                if (shard.attachment() != journal) {
                    return Optional.empty();
                }
                base = new Base(journal.key(), journal.generation(), journal.sequence(), currentLogFile.getAsLong());
                first = head(base, shard);
            } finally {
                journal.release();
            }
            file.write(head.toBytes(), 0);
            long offset = write(file, frames, first, FileHead.SIZE_BYTES);
            progress.accept(offset);
            long synced = 0;
            int cards = 0;
            ByteBuffer slice = ByteBuffer.allocate(SLICE_SIZE_BYTES);
            for (long next = 0; next < CardHash.POSITIONS; ) {
                long from = next;
                slice.clear().put(CARDS);
                journal.lock();
                try {
                    if (shard.attachment() != journal) {
                        return Optional.empty();
                    }
                    next = shard.writeCards(from, slice);
                } finally {
                    journal.release();
                }
                if (next == from) {
                    slice = ByteBuffer.allocate(2 * slice.capacity());
                    continue;
                }
                cards += slice.position() > 1 ? 1 : 0;
                offset = write(file, frames, slice.flip(), offset);
                if (offset - synced >= SYNC_SIZE_BYTES) {
                    file.sync();
                    synced = offset;
                }
                progress.accept(offset);
            }
            offset = write(
                    file,
                    frames,
                    ByteBuffer.allocate(1 + Integer.BYTES)
                            .put(END)
                            .putInt(cards)
                            .flip(),
                    offset);
            progress.accept(offset);
            file.sync();
            disk.rename(unfinished, base.fileName());
            disk.sync();
            return Optional.of(new Written(base, offset));
        }
    }

    /** The name of the file of such a snapshot. */
    public static String wholeName(int key, long generation) {
        return new Base(key, generation, 0, 0).fileName();
    }

    /**
     * The name of a copy in a backup whose earlier one has a snapshot of that name: with a zero before its sequence, it names the same. Of another
     * file its own name.
     */
    static String otherName(String name) {
        if (!name.startsWith(PREFIX) || !name.endsWith(SUFFIX)) {
            return name;
        }
        int sequence = name.lastIndexOf('-') + 1;
        return name.substring(0, sequence) + "0" + name.substring(sequence);
    }

    /**
     * The file of a snapshot that needs no log, because nothing changes the shard meanwhile. Not encrypted. Called by the shard's thread; takes
     * as long as to copy its memory.
     *
     * @param key of the shard
     * @param generation a greater one than that of each earlier snapshot in the same folder
     */
    public static byte[] whole(HistoryShard shard, int key, long generation) throws IOException {
        FileHead head = FileHead.fresh(FileHead.Kind.SNAPSHOT, false);
        Frames frames = new Frames(head, Optional.empty());
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream((int) Math.min(shard.sizeBytes(), Integer.MAX_VALUE / 2));
        Appended file = new Appended(bytes);
        file.write(head.toBytes(), 0);
        long offset = write(file, frames, head(new Base(key, generation, 0, 0), shard), FileHead.SIZE_BYTES);
        int cards = 0;
        ByteBuffer slice = ByteBuffer.allocate(SLICE_SIZE_BYTES);
        for (long next = 0; next < CardHash.POSITIONS; ) {
            long from = next;
            slice.clear().put(CARDS);
            next = shard.writeCards(from, slice);
            if (next == from) {
                slice = ByteBuffer.allocate(2 * slice.capacity());
                continue;
            }
            cards += slice.position() > 1 ? 1 : 0;
            offset = write(file, frames, slice.flip(), offset);
        }
        ByteBuffer end =
                ByteBuffer.allocate(1 + Integer.BYTES).put(END).putInt(cards).flip();
        long unused = write(file, frames, end, offset);
        return bytes.toByteArray();
    }

    /** A file in memory, each part behind the one before. */
    private record Appended(ByteArrayOutputStream bytes) implements Disk.Output {
        @Override
        public void write(ByteBuffer part, long offset) {
            if (offset != bytes.size()) {
                throw new IllegalArgumentException(
                        "parts come in their order: offset=" + offset + " size=" + bytes.size());
            }
            byte[] copied = Snapshot.bytes(part);
            bytes.write(copied, 0, copied.length);
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }

    private static long write(Disk.Output file, Frames frames, ByteBuffer payload, long offset) throws IOException {
        ByteBuffer frame = frames.frame(payload, offset);
        int size = frame.remaining();
        file.write(frame, offset);
        return offset + size;
    }

    private static ByteBuffer head(Base base, HistoryShard shard) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(HEAD);
        out.writeInt(base.key);
        out.writeLong(base.generation);
        out.writeLong(base.sequence);
        out.writeLong(base.logFile);
        out.writeInt(shard.cardCount());
        shard.writeHead(out);
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    /**
     * Reads a snapshot.
     *
     * @throws IOException when the file is damaged or not whole; says how
     */
    static Loaded read(Disk disk, Optional<DataKey> dataKey, String name, HistoryMemory memory) throws IOException {
        try (Disk.Input file = disk.open(name)) {
            Frames frames = new Frames(FileHead.read(file, FileHead.Kind.SNAPSHOT), dataKey);
            Frames.Read read = frames.read(file, FileHead.SIZE_BYTES);
            DataInputStream in = new DataInputStream(
                    new ByteArrayInputStream(bytes(read.payload().orElseThrow(() -> damagedAt(FileHead.SIZE_BYTES)))));
            if (in.readByte() != HEAD) {
                throw damagedAt(FileHead.SIZE_BYTES);
            }
            Base base = new Base(in.readInt(), in.readLong(), in.readLong(), in.readLong());
            HistoryShard shard = HistoryShard.readEmpty(in, memory, in.readInt());
            int count = 0;
            for (long offset = read.nextOffset(); ; offset = read.nextOffset()) {
                long at = offset;
                read = frames.read(file, offset);
                ByteBuffer payload = read.payload().orElseThrow(() -> damagedAt(at));
                byte type = payload.get();
                if (type == END) {
                    if (payload.getInt() != count) {
                        throw damagedAt(at);
                    }
                    return new Loaded(base, shard);
                }
                count += payload.hasRemaining() ? 1 : 0;
                shard.readCards(payload);
            }
        } catch (IllegalArgumentException | java.nio.BufferUnderflowException | IndexOutOfBoundsException e) {
            throw new IOException("its content does not fit together", e);
        }
    }

    private static IOException damagedAt(long offset) {
        return new IOException("it is damaged or ends at offset " + offset);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
