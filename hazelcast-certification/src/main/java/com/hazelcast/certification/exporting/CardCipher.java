package com.hazelcast.certification.exporting;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Gives each card an identity from which nobody finds its number: one block of AES with a random key that is not kept. Two cards never have
 * the same. Used by one thread; less than a microsecond a card.
 */
final class CardCipher {
    private static final int KEY_SIZE_BYTES = 32;

    private final Cipher cipher;

    CardCipher(SecureRandom random) {
        byte[] key = new byte[KEY_SIZE_BYTES];
        random.nextBytes(key);
        try {
            // A single block of distinct words: what makes this mode unfit for longer texts does not apply.
            cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has this cipher", e);
        }
    }

    /** 32 hexadecimal digits. */
    String identity(long card) {
        try {
            byte[] block = ByteBuffer.allocate(2 * Long.BYTES).putLong(card).array();
            return HexFormat.of().formatHex(cipher.doFinal(block));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a block of this size can always be enciphered", e);
        }
    }
}
