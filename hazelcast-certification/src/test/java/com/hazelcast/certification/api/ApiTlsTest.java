package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.hash;
import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.gateway.GatewayCertificates;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The API inside TLS, with clients that show certificates, or tokens, or neither. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ApiTlsTest {
    private static final TestCluster CLUSTER = new TestCluster();

    @TempDir
    private static Path folder;

    private static GatewayCertificates certificates;
    private static FraudMember member;
    private static Path tokens;
    private static Path log;
    private final long now = System.currentTimeMillis();

    @BeforeAll
    static void start() throws Exception {
        certificates = new GatewayCertificates(folder);
        tokens = folder.resolve("tokens");
        log = folder.resolve("access.log");
        Files.writeString(tokens, "shop score " + hash("shop-token") + "\n");
        member = CLUSTER.withApi(ApiUser.settings(
                        ApiUser.decisions(Duration.ofSeconds(5), 100, 100),
                        100,
                        Optional.of(tokens),
                        Optional.of(log),
                        Optional.of(certificates.forGateway(true))))
                .startMember();
        CLUSTER.load();
        CLUSTER.control().start();
    }

    @AfterAll
    static void stop() throws IOException {
        CLUSTER.close();
    }

    private static SSLContext context(boolean showsCertificate) throws Exception {
        return certificates.context("TLS", showsCertificate);
    }

    @Test
    void shouldSpeakHttp2InsideTls13() throws Exception {
        ApiUser.Answer answer = ApiUser.secure(member, context(false), "Authorization", "Bearer shop-token")
                .post("/v1/decisions", transaction(1, now, ""));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.response().version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.response().sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
    }

    @Test
    void shouldRefuseOlderTlsAndPlainRequests() throws Exception {
        ApiUser older = ApiUser.secure(member, certificates.context("TLSv1.2", true));
        assertThatThrownBy(() -> older.get("/livez")).hasRootCauseInstanceOf(SSLException.class);
        try (Socket plain = new Socket("127.0.0.1", member.apiPort().orElseThrow())) {
            plain.setSoTimeout(20_000);
            OutputStream out = plain.getOutputStream();
            out.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP");
        }
    }

    @Test
    void shouldRefuseACertificateOfAnotherAuthority() throws Exception {
        ApiUser stranger = ApiUser.secure(member, certificates.strangersContext());
        assertThatThrownBy(() -> stranger.post("/v1/decisions", transaction(1, now, "")))
                .isInstanceOf(AssertionError.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldKnowAClientByItsCertificateAndByWhatTheFileSaysOfIt() throws Exception {
        assertThat(ApiUser.secure(member, context(false))
                        .post("/v1/decisions", transaction(1, now, ""))
                        .text("code"))
                .isEqualTo("no_token");
        ApiUser shown = ApiUser.secure(member, context(true));
        ApiUser.Answer scored = shown.post("/v1/decisions", transaction(1, now, ""));
        assertThat(scored.status()).as(scored.body()).isEqualTo(200);
        String opening = "{\"card\":\"4000220000112333\"}";
        assertThat(shown.post("/v1/cards", opening).text("code")).isEqualTo("wrong_role");
        String before = Files.readString(tokens);
        String line = "bank score,operate certificate:" + certificates.clientFingerprint();
        Files.writeString(tokens, before + line + " rate=1000\n");
        TestCluster.await(
                "the file names the certificate",
                () -> shown.post("/v1/cards", opening).status() == 200);
        assertThat(shown.post("/v1/cards:history", opening).text("code")).isEqualTo("wrong_role");
        Files.writeString(tokens, before + line + " expires=2020-01-01T00:00:00Z\n");
        TestCluster.await(
                "the certificate has expired",
                () -> shown.post("/v1/cards", opening).status() == 401);
        Files.writeString(tokens, before);
        TestCluster.await("the requests are logged", () -> read(log).contains("\"client\":\"bank\""));
        assertThat(read(log)).contains("\"client\":\"certificate " + certificates.clientFingerprint());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
