package com.hazelcast.certification.importing;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Writes the file of a shard; it has its name only when it is whole and on the disk. Single-threaded. */
final class ShardFileWriter implements Closeable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Path file;
    private final Path unfinished;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C checksum = new CRC32C();

    ShardFileWriter(Path file) throws IOException {
        this.file = file;
        this.unfinished = unfinished(file);
        channel = FileChannel.open(
                unfinished, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        FileChannel unused = channel.position(ShardFileHeader.SIZE_BYTES);
    }

    /** The file into which that one is written until it is whole; it is left when the process ends meanwhile. */
    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + ".part");
    }

    void card(long card, int rows) throws IOException {
        ensureRoom(ShardFileHeader.CARD_BYTES);
        buffer.putLong(card).putInt(rows);
    }

    void row(long times, long payment, int outcome, int kept) throws IOException {
        ensureRoom(ShardFileHeader.ROW_BYTES);
        buffer.putLong(times).putLong(payment).putInt(outcome).putShort((short) kept);
    }

    private void ensureRoom(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            write();
        }
    }

    private void write() throws IOException {
        checksum.update(buffer.array(), 0, buffer.position());
        buffer.flip();
        while (buffer.hasRemaining()) {
            int unused = channel.write(buffer);
        }
        buffer.clear();
    }

    /** The file is whole. */
    void finish(ShardTotals totals, int shard, int shardCount, long importId) throws IOException {
        write();
        ByteBuffer header = new ShardFileHeader(
                        shard,
                        shardCount,
                        Math.toIntExact(totals.cards()),
                        totals.rows(),
                        totals.chunks(),
                        importId,
                        (int) checksum.getValue())
                .bytes();
        int unused = channel.write(header, 0);
        channel.force(true);
        channel.close();
        Path unusedFile =
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        boolean unused = Files.deleteIfExists(unfinished);
    }
}
