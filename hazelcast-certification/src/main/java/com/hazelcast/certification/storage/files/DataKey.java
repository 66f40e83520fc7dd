package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The key by which files are encrypted: AES-256-GCM, each file with a key of its own that follows from this one and its salt. Immutable. */
public final class DataKey {
    private static final int SIZE_BYTES = 32;
    private static final String MAC = "HmacSHA256";

    private final byte[] key;

    private DataKey(byte[] key) {
        this.key = key;
    }

    /**
     * The key of a file of 64 hexadecimal digits.
     *
     * @throws StorageException when it has none; says what to do
     */
    public static DataKey read(Path file) {
        try {
            byte[] key = HexFormat.of().parseHex(Files.readString(file).strip());
            if (key.length == SIZE_BYTES) {
                return new DataKey(key);
            }
        } catch (IOException e) {
            throw new StorageException(
                    "the file with the key of the data folder cannot be read; check that it is there and that this user may read it: data-key-file="
                            + file + ": " + e.getClass().getSimpleName(),
                    e);
        } catch (IllegalArgumentException e) {
            throw new StorageException(badKey(file), e);
        }
        throw new StorageException(badKey(file));
    }

    private static String badKey(Path file) {
        return "the key of the data folder must be 64 hexadecimal digits, as of `openssl rand -hex 32`: data-key-file="
                + file;
    }

    SecretKeySpec forFile(byte[] salt) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            return new SecretKeySpec(mac.doFinal(salt), "AES");
        } catch (GeneralSecurityException e) {
            throw new StorageException("this JDK has no " + MAC, e);
        }
    }
}
