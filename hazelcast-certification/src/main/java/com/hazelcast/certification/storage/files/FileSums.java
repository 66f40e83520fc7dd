package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * What was seen of a file while it was read from begin to end. Immutable.
 *
 * @param sizeBytes that were read
 * @param crc32c of all of them, in hexadecimal digits
 * @param damagedAt as {@link FrameCheck#damagedAt}; empty also for a file without frames
 * @param isDamagedWithin as {@link FrameCheck#isDamagedWithin}
 * @param isSealed whether its frames are encrypted
 */
public record FileSums(
        long sizeBytes, String crc32c, OptionalLong damagedAt, boolean isDamagedWithin, boolean isSealed) {
    private static final int BUFFER_SIZE_BYTES = 1 << 20;

    /** Takes the bytes of a file in their order. */
    @FunctionalInterface
    public interface Taker {
        /** Takes all that the buffer has left. */
        void take(ByteBuffer bytes) throws IOException;
    }

    /**
     * Reads a file, with {@value #BUFFER_SIZE_BYTES} bytes of it in memory.
     *
     * @param frames what they are of; empty: it has none
     * @param taker takes what is read
     * @throws IOException of the file, or of the taker
     */
    public static FileSums read(Disk.Input file, Optional<FileHead.Kind> frames, Taker taker) throws IOException {
        CRC32C crc = new CRC32C();
        Optional<FrameCheck> check = frames.map(FrameCheck::new);
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_SIZE_BYTES);
        long at = 0;
        for (int count = file.read(buffer, at); count > 0; count = file.read(buffer, at)) {
            at += count;
            buffer.flip();
            crc.update(buffer.duplicate());
            ByteBuffer seen = buffer.duplicate();
            check.ifPresent(one -> one.accept(seen));
            taker.take(buffer);
            buffer.clear();
        }
        return new FileSums(
                at,
                Long.toHexString(crc.getValue()),
                check.map(FrameCheck::damagedAt).orElse(OptionalLong.empty()),
                check.map(FrameCheck::isDamagedWithin).orElse(false),
                check.map(FrameCheck::isSealed).orElse(false));
    }
}
