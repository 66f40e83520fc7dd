package com.hazelcast.certification.removal;

import com.hazelcast.certification.history.HistoryShard;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * What left a shard on its owner, as its backups and the log have it: they do the same. Applied again, or over a state that is ahead of it,
 * it changes nothing that the later records do not change alike.
 *
 * <pre>
 *  0           1         9      10
 *  | version 1 | round 8 | kind | of the kind |
 *
 *  sweep  | from 8 | to 8 | time 8 | empty at most 8 | expired 4 |
 *  card   | card 8 |
 * </pre>
 *
 * <p><b>time</b>: the owner's; nobody takes one of its own. <b>expired</b>: how many entries the owner dropped, which all count.
 *
 * <p>Immutable. What takes a shard is called by the thread that may change it.
 */
public final class RemovalRecord {
    private static final byte FORMAT_VERSION = 1;
    private static final int HEAD_SIZE_BYTES = 2 + Long.BYTES;
    private static final int SWEEP_SIZE_BYTES = 4 * Long.BYTES + Integer.BYTES;
    private static final byte SWEEP = 0;
    private static final byte CARD = 1;

    private final byte[] bytes;

    private RemovalRecord(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Sweeps a part of a shard, as its owner.
     *
     * @see HistoryShard#sweep
     */
    public static Sweep sweep(HistoryShard shard, long from, long to, long timeMs, long emptyMaxMs) {
        HistoryShard.Swept swept = shard.sweep(from, to, timeMs, emptyMaxMs);
        shard.countExpired(swept.expired());
        ByteBuffer record = head(shard, SWEEP, SWEEP_SIZE_BYTES)
                .putLong(from)
                .putLong(to)
                .putLong(timeMs)
                .putLong(emptyMaxMs)
                .putInt(swept.expired());
        return new Sweep(swept, read(record.flip()));
    }

    /** A sweep, and its record. */
    public record Sweep(HistoryShard.Swept swept, RemovalRecord record) {}

    /**
     * Forgets a card, as the owner of its shard. The record is needed also when nothing was held: copies and log may have what the owner
     * has not.
     *
     * @see HistoryShard#forget
     */
    public static Forgotten forget(HistoryShard shard, long card) {
        int entries = shard.forget(card);
        return new Forgotten(
                entries, read(head(shard, CARD, Long.BYTES).putLong(card).flip()));
    }

    /**
     * A card that was forgotten, and the record.
     *
     * @param entries that were held of it; -1: it was not held
     */
    public record Forgotten(int entries, RemovalRecord record) {}

    private static ByteBuffer head(HistoryShard shard, byte kind, int sizeBytes) {
        return ByteBuffer.allocate(HEAD_SIZE_BYTES + sizeBytes)
                .put(FORMAT_VERSION)
                .putLong(shard.epoch().round())
                .put(kind);
    }

    /** The card that is to be forgotten; empty: it is of a sweep. */
    public OptionalLong card() {
        return bytes[HEAD_SIZE_BYTES - 1] == CARD
                ? OptionalLong.of(ByteBuffer.wrap(bytes).getLong(HEAD_SIZE_BYTES))
                : OptionalLong.empty();
    }

    /** The record of {@link #toBytes}. */
    public static RemovalRecord read(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return new RemovalRecord(bytes);
    }

    /** The bytes; not to be changed. */
    public byte[] toBytes() {
        return bytes;
    }

    /**
     * Does to another copy of the shard what was done to its owner's.
     *
     * @throws IOException when the record cannot be read
     */
    public void apply(HistoryShard shard) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            byte version = in.get();
            if (version != FORMAT_VERSION) {
                throw new IOException("a removal is of version " + version + ", and this release reads version "
                        + FORMAT_VERSION + "; start the release that wrote it");
            }
            shard.epoch().learn(in.getLong());
            byte kind = in.get();
            switch (kind) {
                case SWEEP -> {
                    var unused = shard.sweep(in.getLong(), in.getLong(), in.getLong(), in.getLong());
                    shard.countExpired(in.getInt());
                }
                case CARD -> {
                    int unused = shard.forget(in.getLong());
                }
                default ->
                    throw new IOException("a removal of unknown kind; start the release that wrote it: kind=" + kind);
            }
        } catch (BufferUnderflowException e) {
            throw new IOException("a removal ends too early", e);
        }
    }
}
