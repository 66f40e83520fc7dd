package com.hazelcast.certification.importing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Rows by shard, appended to a file each through a buffer each. The buffers of all shards together are bounded; a file is open only while
 * its buffer is written. Single-threaded.
 */
final class Spill {
    /** Rows of the buffer of one shard. */
    private static final int ROWS_MIN = 64;

    private static final int ROWS_MAX = 8_192;

    private final Path folder;
    private final byte[][] buffers;
    private final int[] fill;
    private final long[] lengths;
    private final int bufferBytes;

    /**
     * Goes on with files of those lengths; what is behind is cut off.
     *
     * @param memoryBytes of all buffers together
     * @throws IOException when a file is shorter, or not there
     */
    Spill(Path folder, long[] lengths, long memoryBytes) throws IOException {
        this.folder = folder;
        this.lengths = lengths.clone();
        this.buffers = new byte[lengths.length][];
        this.fill = new int[lengths.length];
        long rows = memoryBytes / lengths.length / SpilledRow.SIZE_BYTES;
        this.bufferBytes = (int) Math.max(ROWS_MIN, Math.min(ROWS_MAX, rows)) * SpilledRow.SIZE_BYTES;
        Files.createDirectories(folder);
        for (int part = 0; part < lengths.length; part++) {
            Path file = file(folder, part);
            boolean isThere = Files.exists(file);
            long sizeBytes = isThere ? Files.size(file) : 0;
            if (sizeBytes < lengths[part]) {
                throw new IOException(
                        "spilled rows are missing, so the import cannot go on; remove its folder, and import again: file="
                                + file + " sizeBytes=" + sizeBytes + " expected=" + lengths[part]);
            }
            if (isThere) {
                try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                    SeekableByteChannel unused = channel.truncate(lengths[part]);
                }
            }
        }
    }

    /** The file of a shard; it exists when there is a row of it. */
    static Path file(Path folder, int shard) {
        return folder.resolve("shard-" + shard + ".spill");
    }

    void add(int shard, long card, long times, long payment, int outcome, int kept) throws IOException {
        byte[] buffer = buffers[shard];
        if (buffer == null) {
            buffer = new byte[bufferBytes];
            buffers[shard] = buffer;
        }
        SpilledRow.put(buffer, fill[shard], card, times, payment, outcome, kept);
        fill[shard] += SpilledRow.SIZE_BYTES;
        if (fill[shard] == bufferBytes) {
            write(shard);
        }
    }

    private void write(int shard) throws IOException {
        try (OutputStream out =
                Files.newOutputStream(file(folder, shard), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(buffers[shard], 0, fill[shard]);
        }
        lengths[shard] += fill[shard];
        fill[shard] = 0;
    }

    /** Writes what is in the buffers; returns how long the files are then. */
    long[] flush() throws IOException {
        for (int shard = 0; shard < fill.length; shard++) {
            if (fill[shard] > 0) {
                write(shard);
            }
        }
        return Arrays.copyOf(lengths, lengths.length);
    }
}
