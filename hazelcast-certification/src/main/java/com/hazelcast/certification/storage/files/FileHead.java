package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.zip.CRC32C;

/**
 * The first bytes of each file. Frames ({@link Frames}) follow to the end.
 *
 * <pre>
 *  0         4          8           12         28        36
 *  | magic 4 | format 4 | sealing 4 | salt 16  | crc 4   |
 * </pre>
 *
 * <p><b>magic</b>: what the file is. <b>sealing</b>: 0, or 1 where frames are encrypted. <b>salt</b>: random; two files never have the same
 * key. <b>crc</b>: CRC-32C of what is before. Immutable.
 */
public final class FileHead {
    static final int FORMAT_VERSION = 1;
    static final int SALT_SIZE_BYTES = 16;
    private static final int CRC_OFFSET = 3 * Integer.BYTES + SALT_SIZE_BYTES;

    /** Bytes of a head; the first frame is behind it. */
    public static final int SIZE_BYTES = CRC_OFFSET + Integer.BYTES;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Kind kind;
    private final boolean isSealed;
    private final byte[] salt;

    private FileHead(Kind kind, boolean isSealed, byte[] salt) {
        this.kind = kind;
        this.isSealed = isSealed;
        this.salt = salt;
    }

    /** Whether the frames are encrypted. */
    boolean isSealed() {
        return isSealed;
    }

    byte[] salt() {
        return salt.clone();
    }

    /** What a file is. The numbers are part of the format. */
    public enum Kind {
        /** A part of the log. */
        LOG(0x46524c47),
        /** A shard. */
        SNAPSHOT(0x4652534e),
        /** A book of rules ({@link SealedContent}). */
        RULES(0x4652524c);

        final int magic;

        Kind(int magic) {
            this.magic = magic;
        }
    }

    /** Of a new file, with a salt of its own. */
    public static FileHead fresh(Kind kind, boolean isSealed) {
        byte[] salt = new byte[SALT_SIZE_BYTES];
        RANDOM.nextBytes(salt);
        return new FileHead(kind, isSealed, salt);
    }

    /** Its bytes, ready to be written. */
    public ByteBuffer toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE_BYTES);
        bytes.putInt(kind.magic).putInt(FORMAT_VERSION).putInt(isSealed ? 1 : 0).put(salt);
        return bytes.putInt(crc(bytes)).flip();
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, CRC_OFFSET));
        return (int) crc.getValue();
    }

    /**
     * The head of a file of that kind.
     *
     * @throws IOException when the file does not begin like that; says why
     */
    public static FileHead read(Disk.Input file, Kind kind) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE_BYTES);
        if (file.read(bytes, 0) < SIZE_BYTES) {
            throw new IOException("it ends within its head: sizeBytes=" + file.size());
        }
        return parse(bytes.flip(), kind);
    }

    /** As {@link #read}, of the bytes of a head. */
    static FileHead parse(ByteBuffer bytes, Kind kind) throws IOException {
        int magic = bytes.getInt();
        int format = bytes.getInt();
        boolean isSealed = bytes.getInt() != 0;
        byte[] salt = new byte[SALT_SIZE_BYTES];
        bytes.get(salt);
        if (magic != kind.magic || crc(bytes) != bytes.getInt()) {
            throw new IOException("its head is damaged");
        }
        if (format != FORMAT_VERSION) {
            throw new IOException("it is of format " + format + ", and this release reads format " + FORMAT_VERSION
                    + "; start the release that wrote it");
        }
        return new FileHead(kind, isSealed, salt);
    }
}
