package com.hazelcast.certification.storage.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The content of a file that is written at once and replaced as a whole. Without a key it is the file, as people read it; with one, the file has a
 * head and frames, as all encrypted files. Takes three times the memory of the content. Stateless.
 *
 * <pre>
 *  head of the file | frame: bytes of the content 8 | frames: the content, a mebibyte each |
 * </pre>
 */
public final class SealedContent {
    private static final int PART_SIZE_BYTES = 1 << 20;

    private SealedContent() {}

    /** The file of a content, encrypted. */
    public static byte[] seal(FileHead.Kind kind, byte[] content, DataKey key) {
        FileHead head = FileHead.fresh(kind, true);
        Frames frames = new Frames(head, Optional.of(key));
        ByteArrayOutputStream file =
                new ByteArrayOutputStream(content.length + (content.length >> 8) + PART_SIZE_BYTES);
        append(file, head.toBytes());
        append(file, frames.frame(ByteBuffer.allocate(Long.BYTES).putLong(0, content.length), file.size()));
        for (int from = 0; from < content.length; from += PART_SIZE_BYTES) {
            int count = Math.min(PART_SIZE_BYTES, content.length - from);
            append(file, frames.frame(ByteBuffer.wrap(content, from, count), file.size()));
        }
        return file.toByteArray();
    }

    private static void append(ByteArrayOutputStream file, ByteBuffer bytes) {
        file.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    /** Whether a file of that kind is encrypted. */
    public static boolean isSealed(FileHead.Kind kind, byte[] file) {
        return file.length >= Integer.BYTES && ByteBuffer.wrap(file).getInt() == kind.magic;
    }

    /**
     * The content of a file, encrypted or not.
     *
     * @throws IOException when it is damaged; says where
     * @throws StorageException when it is encrypted, and there is no key, or it is another one
     */
    public static byte[] open(FileHead.Kind kind, byte[] file, Optional<DataKey> key) throws IOException {
        if (!isSealed(kind, file)) {
            return file;
        }
        Disk.Input in = ReadOnlyDisk.fileOf(ByteBuffer.wrap(file));
        Frames frames = new Frames(FileHead.read(in, kind), key);
        Frames.Read read = frame(frames, in, FileHead.SIZE_BYTES);
        ByteBuffer first = read.payload().orElseThrow();
        long length = first.remaining() == Long.BYTES ? first.getLong() : -1;
        if (length < 0 || length > file.length) {
            throw damagedAt(FileHead.SIZE_BYTES);
        }
        ByteBuffer content = ByteBuffer.allocate((int) length);
        while (content.hasRemaining()) {
            long at = read.nextOffset();
            read = frame(frames, in, at);
            ByteBuffer part = read.payload().orElseThrow();
            if (part.remaining() == 0 || part.remaining() > content.remaining()) {
                throw damagedAt(at);
            }
            content.put(part);
        }
        return content.array();
    }

    private static Frames.Read frame(Frames frames, Disk.Input in, long offset) throws IOException {
        Frames.Read read = frames.read(in, offset);
        if (read.payload().isEmpty()) {
            throw damagedAt(offset);
        }
        return read;
    }

    private static IOException damagedAt(long offset) {
        return new IOException("it is damaged or ends at offset " + offset);
    }
}
