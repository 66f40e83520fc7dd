package com.hazelcast.certification.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate of the loopback address with a P-256 key, made by the JDK's {@code keytool} for processes of this machine. It signs
 * itself, so clients trust it by its own file. Takes about a second.
 *
 * @param certificate PEM
 * @param key PKCS#8 PEM without a password
 */
public record LocalCertificate(Path certificate, Path key) {
    private static final String ALIAS = "loopback";
    private static final String PASSWORD = "for as long as it takes to read it";
    private static final int LINE_CHARS = 64;

    /**
     * Makes both files in that folder.
     *
     * @throws IOException when they cannot be written, or keytool fails; has what it printed
     */
    public static LocalCertificate in(Path folder) throws IOException {
        Path store = folder.resolve("loopback.p12");
        Files.deleteIfExists(store);
        makeStore(store);
        LocalCertificate made = new LocalCertificate(
                folder.resolve("loopback.pem").toAbsolutePath(),
                folder.resolve("loopback.key").toAbsolutePath());
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore read = KeyStore.getInstance("PKCS12");
            read.load(in, PASSWORD.toCharArray());
            write(made.certificate, "CERTIFICATE", read.getCertificate(ALIAS).getEncoded());
            write(
                    made.key,
                    "PRIVATE KEY",
                    read.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException("keytool has made a key store that cannot be read: " + store, e);
        }
        Files.delete(store);
        return made;
    }

    private static void makeStore(Path store) throws IOException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=a process of this machine",
                        "-ext",
                        "san=ip:127.0.0.1")
                .redirectErrorStream(true)
                .start();
        String printed = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (keytool.waitFor() != 0) {
                throw new IOException("keytool could not make a key: " + printed.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while keytool made a key", e);
        }
    }

    private static void write(Path file, String kind, byte[] der) throws IOException {
        Base64.Encoder lines = Base64.getMimeEncoder(LINE_CHARS, "\n".getBytes(StandardCharsets.US_ASCII));
        Files.writeString(
                file, "-----BEGIN " + kind + "-----\n" + lines.encodeToString(der) + "\n-----END " + kind + "-----\n");
    }

    /** Deletes both files. */
    public void delete() throws IOException {
        Files.deleteIfExists(certificate);
        Files.deleteIfExists(key);
    }
}
