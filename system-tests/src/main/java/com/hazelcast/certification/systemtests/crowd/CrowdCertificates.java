package com.hazelcast.certification.systemtests.crowd;

import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate of the loopback address, which its clients trust, with a P-256 key; made by the JDK's {@code keytool}.
 *
 * @param certificate PEM
 * @param key PKCS#8 PEM
 */
public record CrowdCertificates(Path certificate, Path key) {
    private static final String ALIAS = "gateway";
    private static final String PASSWORD = "of a system test";
    private static final int LINE_CHARS = 64;

    /** Makes them in that folder. */
    public static CrowdCertificates in(Path folder) throws IOException {
        Path store = folder.resolve("gateway.p12");
        Files.deleteIfExists(store);
        String unusedOutput = Network.run(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
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
                "CN=gateway of a system test",
                "-ext",
                "san=ip:127.0.0.1");
        CrowdCertificates made = new CrowdCertificates(
                folder.resolve("gateway.pem").toAbsolutePath(),
                folder.resolve("gateway.key").toAbsolutePath());
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
        return made;
    }

    private static void write(Path file, String kind, byte[] der) throws IOException {
        Base64.Encoder lines = Base64.getMimeEncoder(LINE_CHARS, "\n".getBytes(StandardCharsets.US_ASCII));
        Files.writeString(
                file, "-----BEGIN " + kind + "-----\n" + lines.encodeToString(der) + "\n-----END " + kind + "-----\n");
    }

    /** Of members, so that so many connections come from one address. */
    List<String> memberOptions(int connectionsMax) {
        return List.of(
                "--min-members=2",
                SystemCluster.CERTIFICATE + certificate,
                "--gateway-tls-key=" + key,
                "--gateway-connections-max=" + connectionsMax,
                "--gateway-connections-per-address=" + connectionsMax);
    }

    /** Of a client. */
    TlsOptions forClient() {
        return TlsOptions.trusting(certificate);
    }
}
