package com.hazelcast.certification.access;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Secrets of users in tests: hashed in one round, which takes no time, where {@link HashedSecret#of} takes a second with C1 alone. */
public final class QuickSecret {
    private static final String SALT = "00112233445566778899aabbccddeeff";

    private QuickSecret() {}

    public static HashedSecret of(String secret) {
        PBEKeySpec key = new PBEKeySpec(secret.toCharArray(), HexFormat.of().parseHex(SALT), 1, 256);
        try {
            byte[] hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(key)
                    .getEncoded();
            return HashedSecret.parse(
                    "pbkdf2-sha512:1:" + SALT + ":" + HexFormat.of().formatHex(hash));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has PBKDF2 with HMAC-SHA512", e);
        }
    }
}
