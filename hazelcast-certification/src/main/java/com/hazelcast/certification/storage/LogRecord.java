package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.labels.LabelRecord;
import com.hazelcast.certification.removal.RemovalRecord;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * A change of one copy of a shard, in a frame of the log. The frame begins with the place up to which the log was on the disk when it was
 * written; what is damaged before that place was promised, what is damaged behind it was not.
 *
 * <pre>
 *  frame     | synced: file 8 | synced: offset 8 | records |
 *
 *            0       4              12           20       21         25
 *  record    | key 4 | generation 8 | sequence 8 | type 1 | length 4 | length bytes |
 * </pre>
 *
 * <p><b>key</b>: of the map, which names the shard. <b>generation</b>: of the object; a shard that is moved here, loaded or united is another
 * object and has a higher one. <b>sequence</b>: counts the records of a generation, without gaps.
 */
record LogRecord(int key, long generation, long sequence, byte type, ByteBuffer data) {
    static final int FRAME_HEAD_SIZE_BYTES = 2 * Long.BYTES;
    static final int HEAD_SIZE_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES + 1;

    /** No change: says which sequence a copy has come to. The first frame of each log file has one of each copy. */
    static final byte REACHED = 0;

    /** No change: the copy was read from disk up to that sequence, and goes on from there; what followed it before was no part of it. */
    static final byte RESUMED = 1;

    /** Bytes of a record with so many of data. */
    static int sizeBytes(int length) {
        return HEAD_SIZE_BYTES + length;
    }

    static void put(ByteBuffer out, int key, long generation, long sequence, byte type, byte[] data, int length) {
        out.putInt(key).putLong(generation).putLong(sequence).put(type).putInt(length);
        out.put(data, 0, length);
    }

    /** @throws IOException when the bytes are none */
    static LogRecord read(ByteBuffer in) throws IOException {
        try {
            int key = in.getInt();
            long generation = in.getLong();
            long sequence = in.getLong();
            byte type = in.get();
            int length = in.getInt();
            ByteBuffer data = in.slice(in.position(), length);
            in.position(in.position() + length);
            return new LogRecord(key, generation, sequence, type, data);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IOException("a record of the log does not fit into its frame", e);
        }
    }

    /**
     * Changes a copy as the record says. One that is of no change, such as {@link #REACHED}, is none.
     *
     * @throws IOException when it cannot be read
     */
    void apply(HistoryShard shard, ShardStorage.OutcomeReplayer replayer) throws IOException {
        if (type == ChangeType.OUTCOME.code()) {
            replayer.replay(shard, data);
        } else if (type == ChangeType.EPOCH.code()) {
            shard.epoch().learn(data.getLong());
            shard.epoch().heard(data.getLong());
        } else if (type == ChangeType.CARDS.code()) {
            while (data.hasRemaining()) {
                shard.openAhead(data.getLong());
            }
        } else if (type == ChangeType.LABELS.code()) {
            // What the card has dropped since has no label any more.
            int unused = LabelRecord.apply(shard, data);
        } else if (type == ChangeType.REMOVAL.code()) {
            RemovalRecord.read(data).apply(shard);
        } else {
            throw new IOException("its type is not known; start the release that wrote it: type=" + type);
        }
    }
}
