package com.hazelcast.certification.console.flagged;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Links by which a page asks for a card without its number: the card under AES-GCM, with a key that the members of the cluster
 * share and nobody else has. Any member resolves the link of any other, also when that one has failed, and no member keeps a
 * table of them. Whoever has no key can neither read a link nor make one, by trying numbers least of all. Two links of a card
 * differ. They hold as long as the cluster, which makes a new key when it starts. Thread-safe.
 */
public final class CardLinks {
    private static final int NONCE_SIZE_BYTES = 12;
    private static final int TAG_SIZE_BYTES = 16;
    private static final int LINK_SIZE_BYTES = NONCE_SIZE_BYTES + Long.BYTES + TAG_SIZE_BYTES;
    private static final byte[] PURPOSE = "card link 1".getBytes(StandardCharsets.US_ASCII);

    /** Of each thread: to find one takes twice as long as to use it. */
    private static final ThreadLocal<Cipher> CIPHERS = ThreadLocal.withInitial(CardLinks::newCipher);

    private final SecureRandom random = new SecureRandom();
    private final Supplier<byte[]> key;
    private final Supplier<Optional<byte[]>> knownKey;

    /**
     * Both are asked at each use.
     *
     * @param key the cluster's, of {@value ConsoleCluster#CARD_LINK_KEY_SIZE_BYTES} bytes; makes one when there is none
     * @param knownKey the same; empty when there is none
     */
    public CardLinks(Supplier<byte[]> key, Supplier<Optional<byte[]>> knownKey) {
        this.key = key;
        this.knownKey = knownKey;
    }

    /** A link to that card. */
    public String linkOf(long card) {
        byte[] nonce = new byte[NONCE_SIZE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key.get(), nonce)
                    .doFinal(ByteBuffer.allocate(Long.BYTES).putLong(card).array());
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(ByteBuffer.allocate(LINK_SIZE_BYTES)
                            .put(nonce)
                            .put(sealed)
                            .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** The card of a link; empty when it is none of this cluster's. */
    public OptionalLong cardOf(String link) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(link);
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
        Optional<byte[]> known = knownKey.get();
        if (bytes.length != LINK_SIZE_BYTES || known.isEmpty()) {
            return OptionalLong.empty();
        }
        byte[] nonce = new byte[NONCE_SIZE_BYTES];
        ByteBuffer.wrap(bytes).get(nonce);
        try {
            byte[] card = cipher(Cipher.DECRYPT_MODE, known.get(), nonce)
                    .doFinal(bytes, NONCE_SIZE_BYTES, LINK_SIZE_BYTES - NONCE_SIZE_BYTES);
            return OptionalLong.of(ByteBuffer.wrap(card).getLong());
        } catch (GeneralSecurityException e) {
            return OptionalLong.empty();
        }
    }

    private static Cipher newCipher() {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = CIPHERS.get();
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_SIZE_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(PURPOSE);
        return cipher;
    }
}
