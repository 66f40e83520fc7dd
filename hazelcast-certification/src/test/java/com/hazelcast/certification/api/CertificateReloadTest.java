package com.hazelcast.certification.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.gateway.GatewayCertificates;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ports of a member take other certificates while they are open. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CertificateReloadTest {
    @TempDir
    private Path folder;

    /** Takes whatever is shown: this test looks what it is. */
    private static final class Curious extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, java.net.Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, java.net.Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private static Certificate shownBy(int port) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Curious()}, null);
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
                socket.setSoTimeout(20_000);
                socket.startHandshake();
                return socket.getSession().getPeerCertificates()[0];
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<Certificate> shownBy(FraudMember member) {
        return IntStream.of(member.gatewayPort().orElseThrow(), member.apiPort().orElseThrow(), member.httpPort())
                .mapToObj(CertificateReloadTest::shownBy)
                .collect(Collectors.toSet());
    }

    @Test
    void shouldShowTheCertificateThatWasWrittenWhileTheMemberRuns() throws Exception {
        GatewayCertificates first = new GatewayCertificates(folder);
        Path other = Files.createDirectory(folder.resolve("other"));
        GatewayCertificates unusedSecond = new GatewayCertificates(other);
        GatewaySettings.Tls tls = first.forGateway(false);
        try (TestCluster cluster = new TestCluster()
                .withApi(ApiUser.settings(
                        ApiUser.decisions(Duration.ofSeconds(5), 100, 100),
                        100,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(tls)))
                .withConsole(new ConsoleSettings(
                        "127.0.0.1", 0, Optional.of(first.forConsole()), Optional.empty(), Optional.empty()))) {
            FraudMember member = cluster.startMember(GatewaySettings.of("127.0.0.1", 0, Optional.of(tls), 10, 8));
            Set<Certificate> before = shownBy(member);
            assertThat(before).as("one certificate for all ports").hasSize(1);
            assertThat(member.metrics().registry().scrape().stream()
                            .map(snapshot -> snapshot.getMetadata().getPrometheusName()))
                    .contains("fraud_certificate_days_left");

            for (String name : new String[] {"member.pem", "member.key"}) {
                Files.copy(other.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }

            TestCluster.await("all ports show the other certificate", () -> {
                Set<Certificate> shown = shownBy(member);
                return shown.size() == 1 && !shown.equals(before);
            });
        }
    }
}
