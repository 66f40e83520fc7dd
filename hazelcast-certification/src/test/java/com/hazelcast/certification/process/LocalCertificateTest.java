package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContextBuilder;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCertificateTest {
    private static final int IP_ADDRESS = 7;

    @TempDir
    Path folder;

    @Test
    void shouldMakeACertificateOfTheLoopbackAddressAndLeaveNothingElse() throws Exception {
        LocalCertificate made = LocalCertificate.in(folder);

        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("loopback.pem", "loopback.key");
        assertThat(SslContextBuilder.forServer(
                                made.certificate().toFile(), made.key().toFile())
                        .build()
                        .isServer())
                .isTrue();
        try (InputStream in = Files.newInputStream(made.certificate())) {
            X509Certificate certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            assertThat(certificate.getSubjectAlternativeNames()).contains(List.of(IP_ADDRESS, "127.0.0.1"));
            certificate.verify(certificate.getPublicKey());
        }

        made.delete();
        assertThat(folder).isEmptyDirectory();
    }
}
