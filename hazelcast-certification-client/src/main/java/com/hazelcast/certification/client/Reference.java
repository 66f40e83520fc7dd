package com.hazelcast.certification.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A client's own name of a payment, 1 to {@value #SIZE_BYTES_MAX} bytes, as it travels: the first 64 bits of its SHA-256, big-endian,
 * and 1 in place of 0, which means "no reference". Two references of 30 million have the same 64 bits with a probability of
 * 2.4 in 100,000. Stateless, thread-safe.
 */
public final class Reference {
    /** Most bytes of a reference in UTF-8. */
    public static final int SIZE_BYTES_MAX = 64;

    /** No reference. */
    public static final long NONE = 0;

    private Reference() {}

    /** Whether a reference is short enough. */
    public static boolean fits(String reference) {
        return reference.getBytes(StandardCharsets.UTF_8).length <= SIZE_BYTES_MAX;
    }

    /**
     * The hash of a reference; {@link #NONE} for an empty one.
     *
     * @throws IllegalArgumentException when it is longer than {@value #SIZE_BYTES_MAX} bytes
     */
    public static long hash(String reference) {
        if (reference.isEmpty()) {
            return NONE;
        }
        byte[] bytes = reference.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > SIZE_BYTES_MAX) {
            throw new IllegalArgumentException("a reference has at most " + SIZE_BYTES_MAX
                    + " bytes in UTF-8: reference=" + reference + " sizeBytes=" + bytes.length);
        }
        try {
            long hash = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .getLong();
            return hash == NONE ? 1 : hash;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256; this one is broken", e);
        }
    }
}
