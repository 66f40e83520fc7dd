package com.hazelcast.certification.transaction;

import com.hazelcast.certification.client.CardNumber;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret key that turns card numbers into identifiers. The identifier is the AES-CMAC (NIST SP 800-38B, RFC 4493) of the
 * number, cut to 64 bits, and scaled into the words above all codes of card numbers: about 2^62.7 values. So a member can distinguish
 * an identifier from a number, and two of n cards get the same identifier with a probability of some n² / 1.5e19: 6e-5 for 30
 * million cards, 0.07 for a thousand million. Two such cards would share one history.
 *
 * <p>The message is one block of AES: {@code fraudpan} in ASCII and the card's code, big-endian. Immutable, thread-safe.
 */
public final class CardKey {
    private static final int BLOCK_BYTES = 16;
    private static final byte[] LABEL = "fraudpan".getBytes(StandardCharsets.US_ASCII);

    /** What is added to a doubled block whose first bit was set (RFC 4493, 2.3). */
    private static final byte CARRY = (byte) 0x87;

    private static final Pattern HEXADECIMAL = Pattern.compile("(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{48}|[0-9a-fA-F]{64})");

    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final SecretKeySpec key;
    private final byte[] subkey;

    /**
     * A key.
     *
     * @param bytes 16, 24 or 32, random
     * @throws IllegalArgumentException when there are more or fewer
     */
    public CardKey(byte[] bytes) {
        if (bytes.length != 16 && bytes.length != 24 && bytes.length != 32) {
            throw new IllegalArgumentException("a card key has 16, 24 or 32 bytes: sizeBytes=" + bytes.length);
        }
        key = new SecretKeySpec(bytes, "AES");
        subkey = doubled(encrypted(new byte[BLOCK_BYTES]));
    }

    /**
     * Reads a key from a file of hexadecimal digits, as {@code openssl rand -hex 32} writes it.
     *
     * @throws IllegalArgumentException when it cannot be read, others than its owner may read or write it, or it holds no key
     */
    public static CardKey read(Path file) {
        Set<PosixFilePermission> permissions;
        String digits;
        try {
            permissions = Files.getPosixFilePermissions(file);
            digits = Files.readString(file, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the card key cannot be read; make one with openssl rand -hex 32: card-key-file=" + file, e);
        }
        if (permissions.stream().anyMatch(OF_OTHERS::contains)) {
            throw new IllegalArgumentException(
                    "others may read the card key, or write it; chmod 600 it: card-key-file=" + file);
        }
        if (!HEXADECIMAL.matcher(digits).matches()) {
            throw new IllegalArgumentException(
                    "the card key is not 32, 48 or 64 hexadecimal digits; make one with openssl rand -hex 32: card-key-file="
                            + file);
        }
        return new CardKey(HexFormat.of().parseHex(digits));
    }

    /** The card's word for a code, alone. Costs about a microsecond; {@link CardIdentifier} does many at once. */
    public long identify(long code) {
        byte[] block = new byte[BLOCK_BYTES];
        putMessage(code, block, 0);
        return identifier(encrypted(block), 0);
    }

    /** Says which key it is without giving it away: members of one cluster compare it. */
    public String fingerprint() {
        byte[] block = Arrays.copyOf("fingerprint".getBytes(StandardCharsets.US_ASCII), BLOCK_BYTES);
        return HexFormat.of().formatHex(encrypted(block), 0, Long.BYTES);
    }

    /** Writes the message of a code, with the subkey, as the block that is to be encrypted. */
    void putMessage(long code, byte[] blocks, int offset) {
        for (int i = 0; i < Long.BYTES; i++) {
            blocks[offset + i] = (byte) (LABEL[i] ^ subkey[i]);
            int shift = (Long.BYTES - 1 - i) * Byte.SIZE;
            blocks[offset + Long.BYTES + i] = (byte) (code >>> shift ^ subkey[Long.BYTES + i]);
        }
    }

    /** The identifier that an encrypted block stands for. */
    static long identifier(byte[] blocks, int offset) {
        long mac = ByteBuffer.wrap(blocks).getLong(offset);
        // The last word stays free: a table of cards adds one to each.
        return CardNumber.END + multiplyHighUnsigned(mac, -1L - CardNumber.END);
    }

    private static long multiplyHighUnsigned(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    private byte[] encrypted(byte[] block) {
        try {
            return newCipher().doFinal(block);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES failed on a whole block; a defect of the Java platform", e);
        }
    }

    /** CMAC is built from single blocks of AES: what ECB encrypts here is never more than one block of a message. */
    @SuppressWarnings("InsecureCryptoUsage")
    Cipher newCipher() {
        try {
            Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return cipher;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES; this one is broken", e);
        }
    }

    /** RFC 4493, 2.3: one bit to the left. */
    private static byte[] doubled(byte[] block) {
        byte[] doubled = new byte[BLOCK_BYTES];
        int carry = 0;
        for (int i = BLOCK_BYTES - 1; i >= 0; i--) {
            int shifted = (block[i] & 0xff) << 1 | carry;
            doubled[i] = (byte) shifted;
            carry = shifted >>> Byte.SIZE;
        }
        if (carry != 0) {
            doubled[BLOCK_BYTES - 1] ^= CARRY;
        }
        return doubled;
    }
}
