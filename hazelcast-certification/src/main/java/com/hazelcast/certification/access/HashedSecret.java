package com.hazelcast.certification.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A secret as files keep it: {@code pbkdf2-sha512:<rounds>:<salt>:<hash>}, salt and hash in hexadecimal digits. PBKDF2 of the JDK with
 * HMAC-SHA512. To make or to check one takes some 0.1 s of a core, on purpose. Immutable.
 */
public final class HashedSecret {
    /** What a person's secret has at least. */
    static final int LENGTH_MIN = 12;

    /** A longer one is rejected before it is hashed. */
    static final int LENGTH_MAX = 256;

    /** As OWASP's sheet on the storage of passwords says for PBKDF2-HMAC-SHA512. */
    private static final int ROUNDS = 210_000;

    /** More would let a file stop a member. */
    private static final int ROUNDS_MAX = 2_000_000;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int GENERATED_BYTES = 18;
    private static final Pattern FORM =
            Pattern.compile("pbkdf2-sha512:([1-9][0-9]{0,6}):([0-9a-f]{32}):([0-9a-f]{64})");

    private final int rounds;
    private final byte[] salt;
    private final byte[] hash;

    private HashedSecret(int rounds, byte[] salt, byte[] hash) {
        this.rounds = rounds;
        this.salt = salt;
        this.hash = hash;
    }

    /**
     * Hashes a secret with a new salt.
     *
     * @throws IllegalArgumentException when it is too short or too long, or has control characters
     */
    public static HashedSecret of(String secret, SecureRandom random) {
        if (secret.length() < LENGTH_MIN
                || secret.length() > LENGTH_MAX
                || secret.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a secret has " + LENGTH_MIN + " to " + LENGTH_MAX
                    + " characters in one line, without control characters: length=" + secret.length());
        }
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new HashedSecret(ROUNDS, salt, hash(secret, salt, ROUNDS));
    }

    /** A secret of 144 random bits, as 24 characters. */
    public static String generate(SecureRandom random) {
        byte[] bytes = new byte[GENERATED_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Reads what {@link #text()} writes.
     *
     * @throws IllegalArgumentException when it is not that; does not show it
     */
    public static HashedSecret parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(1)) > ROUNDS_MAX) {
            throw new IllegalArgumentException("a hashed secret is pbkdf2-sha512:ROUNDS:SALT:HASH with at most "
                    + ROUNDS_MAX + " rounds, as 'fraud users add' writes it");
        }
        return new HashedSecret(
                Integer.parseInt(parts.group(1)),
                HexFormat.of().parseHex(parts.group(2)),
                HexFormat.of().parseHex(parts.group(3)));
    }

    /** As it stands in a file. */
    public String text() {
        return "pbkdf2-sha512:" + rounds + ":" + HexFormat.of().formatHex(salt) + ":"
                + HexFormat.of().formatHex(hash);
    }

    /** Whether that is the secret. Takes the same time whatever the difference. */
    public boolean matches(String presented) {
        if (presented.length() > LENGTH_MAX) {
            return false;
        }
        return MessageDigest.isEqual(hash, hash(presented, salt, rounds));
    }

    private static byte[] hash(String secret, byte[] salt, int rounds) {
        PBEKeySpec key = new PBEKeySpec(secret.toCharArray(), salt, rounds, Byte.SIZE * HASH_BYTES);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PBKDF2 with HMAC-SHA512", e);
        } finally {
            key.clearPassword();
        }
    }

    @Override
    public String toString() {
        return "****";
    }
}
