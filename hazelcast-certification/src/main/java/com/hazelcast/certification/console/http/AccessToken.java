package com.hazelcast.certification.console.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A secret that gives a role. Only its hash is kept, so that nothing can print it. Immutable. */
public final class AccessToken {
    /** Characters of a token: fewer can be guessed, more do not fit well into a header. */
    private static final int LENGTH_MIN = 16;

    private static final int LENGTH_MAX = 256;

    private final byte[] hash;

    private AccessToken(byte[] hash) {
        this.hash = hash;
    }

    /**
     * A token.
     *
     * @param key names it in errors, which do not show the text
     * @throws IllegalArgumentException when it is short enough to be guessed, or no header could carry it
     */
    public static AccessToken of(String key, String text) {
        if (!text.matches("[!-~]{" + LENGTH_MIN + "," + LENGTH_MAX + "}")) {
            throw new IllegalArgumentException(key + " must be " + LENGTH_MIN + " to " + LENGTH_MAX
                    + " printable characters without spaces: " + key + " has length " + text.length());
        }
        return new AccessToken(hash(text));
    }

    /** Whether that is the token. Takes the same time whatever the difference. */
    boolean matches(String presented) {
        return MessageDigest.isEqual(hash, hash(presented));
    }

    boolean isSameAs(AccessToken other) {
        return MessageDigest.isEqual(hash, other.hash);
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "****";
    }
}
