package com.hazelcast.certification.importing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * How a file of a shard's histories begins, little-endian:
 *
 * <pre>
 *  0       8         12      16           20          24   28     36     44       52         56
 *  | magic | version | shard | shardCount | cards     | -  | rows | chunks | import | checksum | header's checksum |
 * </pre>
 *
 * <p>Behind it come the cards, each with its number of rows and then the rows, oldest first:
 *
 * <pre>
 *  | card 8 | rows 4 |  then each: | times 8 | payment 8 | outcome 4 | kept 2, see SpilledRow |
 * </pre>
 *
 * <p>The checksum is the CRC-32C of all that is behind the header.
 *
 * @param chunks that the rows take in histories, see {@link com.hazelcast.certification.history.MemoryNeed}
 * @param importId the import that has made the file
 */
record ShardFileHeader(int shard, int shardCount, int cards, long rows, long chunks, long importId, int checksum) {
    static final int SIZE_BYTES = 60;
    static final int CARD_BYTES = Long.BYTES + Integer.BYTES;
    static final int ROW_BYTES = Long.BYTES + Long.BYTES + Integer.BYTES + Short.BYTES;

    private static final long MAGIC = 0x3130_5453_4948_5246L; // FRHIST01
    private static final int VERSION = 2;

    /** The size of the whole file. */
    long fileBytes() {
        return SIZE_BYTES + (long) cards * CARD_BYTES + rows * ROW_BYTES;
    }

    ByteBuffer bytes() {
        byte[] bytes = new byte[SIZE_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(MAGIC).putInt(VERSION).putInt(shard).putInt(shardCount).putInt(cards);
        buffer.putInt(0).putLong(rows).putLong(chunks).putLong(importId).putInt(checksum);
        buffer.putInt(checksumOf(bytes));
        return buffer.flip();
    }

    private static int checksumOf(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, SIZE_BYTES - Integer.BYTES);
        return (int) checksum.getValue();
    }

    /**
     * Reads a header.
     *
     * @throws IOException when it is none, is broken, or is of another version
     */
    static ShardFileHeader of(ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[SIZE_BYTES];
        bytes.get(copy, 0, Math.min(SIZE_BYTES, bytes.remaining()));
        ByteBuffer buffer = ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
        if (buffer.getLong() != MAGIC) {
            throw new IOException("it is no file of histories");
        }
        int version = buffer.getInt();
        if (version != VERSION) {
            throw new IOException("its format is of another release: formatVersion=" + version + " known=" + VERSION);
        }
        int shard = buffer.getInt();
        int shardCount = buffer.getInt();
        int cards = buffer.getInt();
        int reserved = buffer.getInt();
        ShardFileHeader header = new ShardFileHeader(
                shard, shardCount, cards, buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getInt());
        if (buffer.getInt() != checksumOf(copy) || reserved != 0 || cards < 0 || header.rows < 0) {
            throw new IOException("its header is broken");
        }
        return header;
    }
}
