package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.zip.CRC32C;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The frames of one file. Used by one thread at a time.
 *
 * <pre>
 *  0         4          8       12
 *  | magic 4 | length 4 | crc 4 | length bytes |
 * </pre>
 *
 * <p><b>crc</b>: CRC-32C of length, the frame's offset in its file, and bytes, so that a frame at another place is none. An encrypted frame
 * is AES-256-GCM, and its nonce is its offset: a file is written once, from begin to end.
 */
public final class Frames {
    /** Bytes of a frame before its payload. */
    public static final int HEAD_SIZE_BYTES = 3 * Integer.BYTES;

    /** No frame is longer; a greater length is damage. */
    public static final int LENGTH_MAX_BYTES = 64 << 20;

    static final int MAGIC = 0x46a75e31;
    private static final int TAG_SIZE_BYTES = 16;
    private static final int NONCE_SIZE_BYTES = 12;

    private final @Nullable SecretKeySpec key;
    private final Optional<Cipher> cipher;

    /**
     * The frames of a file with that head.
     *
     * @throws StorageException when the file is encrypted and there is no key
     */
    public Frames(FileHead head, Optional<DataKey> dataKey) {
        if (!head.isSealed()) {
            key = null;
            cipher = Optional.empty();
            return;
        }
        key = dataKey.orElseThrow(() ->
                        new StorageException("it is encrypted; give the key that it was written with: data-key-file"))
                .forFile(head.salt());
        try {
            cipher = Optional.of(Cipher.getInstance("AES/GCM/NoPadding"));
        } catch (GeneralSecurityException e) {
            throw new StorageException("this JDK has no AES-GCM", e);
        }
    }

    /**
     * The frame of that payload at that offset, ready to be written. Keeps nothing of it.
     *
     * @throws IllegalArgumentException when it is longer than is read
     */
    public ByteBuffer frame(ByteBuffer payload, long offset) {
        ByteBuffer body = cipher.isPresent() ? crypt(Cipher.ENCRYPT_MODE, payload, offset) : payload;
        if (body.remaining() > LENGTH_MAX_BYTES) {
            throw new IllegalArgumentException("the frame is too long: lengthBytes=" + body.remaining());
        }
        ByteBuffer frame = ByteBuffer.allocate(HEAD_SIZE_BYTES + body.remaining());
        frame.putInt(MAGIC).putInt(body.remaining()).putInt(crc(body.duplicate(), offset));
        return frame.put(body).flip();
    }

    private static int crc(ByteBuffer body, long offset) {
        CRC32C crc = begunCrc(body.remaining(), offset);
        crc.update(body);
        return (int) crc.getValue();
    }

    /** The checksum of a frame without its bytes, which follow. */
    static CRC32C begunCrc(int length, long offset) {
        CRC32C crc = new CRC32C();
        ByteBuffer place = ByteBuffer.allocate(Integer.BYTES + Long.BYTES);
        crc.update(place.putInt(length).putLong(offset).flip());
        return crc;
    }

    private ByteBuffer crypt(int mode, ByteBuffer in, long offset) {
        try {
            byte[] nonce = new byte[NONCE_SIZE_BYTES];
            ByteBuffer.wrap(nonce).putLong(offset);
            Cipher used = cipher.orElseThrow();
            used.init(mode, key, new GCMParameterSpec(TAG_SIZE_BYTES * Byte.SIZE, nonce));
            ByteBuffer out = ByteBuffer.allocate(used.getOutputSize(in.remaining()));
            int unused = used.doFinal(in, out);
            return out.flip();
        } catch (GeneralSecurityException e) {
            throw new StorageException(
                    "a frame cannot be decrypted: it was written with another key, or was changed; check data-key-file",
                    e);
        }
    }

    /**
     * How a look at an offset ended: a payload, or the end of the file, or damage.
     *
     * @param payload of the frame; empty: there is none at that offset
     * @param nextOffset behind the frame; without one, the offset itself
     * @param isEnd whether the file ends there
     */
    public record Read(Optional<ByteBuffer> payload, long nextOffset, boolean isEnd) {}

    /** Reads the frame at that offset. */
    public Read read(Disk.Input file, long offset) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(HEAD_SIZE_BYTES);
        int count = file.read(start, offset);
        if (count == 0) {
            return new Read(Optional.empty(), offset, true);
        }
        start.flip();
        if (count < HEAD_SIZE_BYTES || start.getInt() != MAGIC) {
            return new Read(Optional.empty(), offset, false);
        }
        int length = start.getInt();
        int crc = start.getInt();
        if (length < 0 || length > LENGTH_MAX_BYTES || length > file.size() - offset - HEAD_SIZE_BYTES) {
            return new Read(Optional.empty(), offset, false);
        }
        ByteBuffer body = ByteBuffer.allocate(length);
        int read = file.read(body, offset + HEAD_SIZE_BYTES);
        body.flip();
        if (read < length || crc(body.duplicate(), offset) != crc) {
            return new Read(Optional.empty(), offset, false);
        }
        ByteBuffer payload = cipher.isPresent() ? crypt(Cipher.DECRYPT_MODE, body, offset) : body;
        return new Read(Optional.of(payload), offset + HEAD_SIZE_BYTES + length, false);
    }

    /** The offset of the next whole frame behind damage, or -1. */
    public long next(Disk.Input file, long from) throws IOException {
        int window = 1 << 16;
        ByteBuffer bytes = ByteBuffer.allocate(window);
        for (long at = from; at < file.size(); at += window - HEAD_SIZE_BYTES) {
            bytes.clear();
            int count = file.read(bytes, at);
            for (int i = 0; i + Integer.BYTES <= count; i++) {
                if (bytes.getInt(i) == MAGIC && read(file, at + i).payload().isPresent()) {
                    return at + i;
                }
            }
        }
        return -1;
    }
}
