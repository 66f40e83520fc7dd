package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.gateway.GatewayCertificates;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may see and do what, and from where. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleAccessTest {
    private static final String VIEWER = "viewer-0123456789";
    private static final String OPERATOR = "operator-0123456789";
    private static final String LOOPBACK = "127.0.0.1";
    private static final String EVERYWHERE = "0.0.0.0";

    @TempDir
    Path folder;

    private static ConsoleSettings settings(String host, Optional<ConsoleSettings.Tls> tls, boolean hasTokens) {
        return new ConsoleSettings(
                host,
                0,
                tls,
                hasTokens ? Optional.of(AccessToken.of("console-viewer-token", VIEWER)) : Optional.empty(),
                hasTokens ? Optional.of(AccessToken.of("console-operator-token", OPERATOR)) : Optional.empty());
    }

    private static int control(ConsoleClient client, String action) {
        return client.post("/api/control", "{\"action\": \"" + action + "\"}").status();
    }

    @Test
    void shouldTakeControlFromOperatorsOnlyWhenOnLoopback() throws IOException {
        try (TestCluster cluster = new TestCluster().withConsole(settings(LOOPBACK, Optional.empty(), true))) {
            FraudMember member = cluster.startMember();
            ConsoleClient anyone = ConsoleClient.of(member);
            assertThat(anyone.get("/api/session").json().path("role").asText()).isEqualTo("viewer");
            TestCluster.await(
                    "the console known",
                    () -> anyone.with(VIEWER)
                                    .get("/api/session")
                                    .json()
                                    .path("consoles")
                                    .size()
                            == 1);
            assertThat(anyone.with(VIEWER)
                            .get("/api/session")
                            .json()
                            .path("role")
                            .asText())
                    .isEqualTo("viewer");
            assertThat(anyone.with(OPERATOR)
                            .get("/api/session")
                            .json()
                            .path("role")
                            .asText())
                    .isEqualTo("operator");
            assertThat(anyone.with(OPERATOR + "x").get("/api/session").status()).isEqualTo(401);

            assertThat(control(anyone, "start")).isEqualTo(401);
            assertThat(control(anyone.with(VIEWER), "start")).isEqualTo(403);
            assertThat(control(anyone.with("guess-0123456789"), "start")).isEqualTo(401);
            assertThat(member.status().state()).isEqualTo(MemberState.IDLE);
            assertThat(control(anyone.with(OPERATOR), "dance")).isEqualTo(400);

            ConsoleClient.Answer empty = anyone.with(OPERATOR).post("/api/control", "{\"action\": \"start\"}");
            assertThat(empty.status()).isEqualTo(409);
            assertThat(empty.body()).contains("13 of 13 shards are not loaded");
            cluster.load();
            ConsoleClient.Answer accepted = anyone.with(OPERATOR).post("/api/control", "{\"action\": \"start\"}");
            assertThat(accepted.status()).isEqualTo(202);
            assertThat(accepted.json().path("accepted").asText()).isEqualTo("start");
            TestCluster.await(
                    "started, with nothing to score", () -> member.status().state() == MemberState.WAITING);
            assertThat(control(anyone.with(OPERATOR), "stop")).isEqualTo(202);
            TestCluster.await("idle", () -> member.status().state() == MemberState.IDLE);
            assertThat(control(anyone.with(OPERATOR), "load")).isEqualTo(202);
        }
    }

    @Test
    void shouldNameTheKeyWhenNobodyMayControl() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            ConsoleClient.Answer answer =
                    ConsoleClient.of(cluster.startMember()).post("/api/control", "{\"action\": \"start\"}");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.error()).contains("console-operator-token");
        }
    }

    @Test
    void shouldWantTlsAndATokenBeyondLoopback() throws Exception {
        ConsoleSettings.Tls tls = new GatewayCertificates(folder).forConsole();
        assertThatThrownBy(() -> settings(EVERYWHERE, Optional.empty(), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("http-cert", "http-key", "console-viewer-token", "http-host=0.0.0.0");
        assertThatThrownBy(() -> settings(EVERYWHERE, Optional.of(tls), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("http-cert", "http-key", "console-viewer-token", "http-host=0.0.0.0");
    }

    @Test
    void shouldShowNothingWithoutATokenBeyondLoopback() throws Exception {
        GatewayCertificates certificates = new GatewayCertificates(folder);
        try (TestCluster cluster =
                new TestCluster().withConsole(settings(EVERYWHERE, Optional.of(certificates.forConsole()), true))) {
            FraudMember member = cluster.startMember();
            ConsoleClient anyone = ConsoleClient.trusting(certificates.authority, member);
            for (String path : new String[] {
                "/metrics",
                "/api/session",
                "/api/overview",
                "/api/events",
                "/api/throughput",
                "/api/rules",
                "/api/flagged",
                "/api/flagged/00000000-0"
            }) {
                ConsoleClient.Answer answer = anyone.get(path);
                assertThat(answer.status()).as(path).isEqualTo(401);
                assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
                assertThat(anyone.with("guess-0123456789").get(path).status())
                        .as(path)
                        .isEqualTo(401);
            }
            assertThat(anyone.post("/api/card", "{\"card\": \"00000000000017\"}")
                            .status())
                    .isEqualTo(401);
            assertThat(anyone.get("/").status())
                    .as("the page that asks for the token")
                    .isEqualTo(200);
            assertThat(anyone.with(VIEWER).get("/metrics").status()).isEqualTo(200);
            ConsoleClient viewer = anyone.with(VIEWER);
            TestCluster.await(
                    "the session names the member's console",
                    () -> viewer.get("/api/session")
                            .json()
                            .at("/consoles/0")
                            .asText()
                            .equals("https://127.0.0.1:" + member.httpPort()));
            assertThatThrownBy(() -> ConsoleClient.trusting(certificates.strangeAuthority, member)
                            .get("/"))
                    .isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void shouldLetNobodyInWhoseNameForThisMachineIsAnother() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            assertThat(raw(member, "GET /api/session HTTP/1.1\r\nHost: example.org\r\n\r\n"))
                    .startsWith("HTTP/1.1 401");
            assertThat(raw(member, "GET /metrics HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.0 401");
            assertThat(raw(member, "GET /api/session HTTP/1.1\r\nHost: localhost:1\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
            assertThat(raw(member, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 431");
        }
    }

    /** The beginning of what comes back. */
    private static String raw(FraudMember member, String request) throws IOException {
        try (Socket socket = new Socket(LOOPBACK, member.httpPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] begin = socket.getInputStream().readNBytes(12);
            return new String(begin, StandardCharsets.US_ASCII);
        }
    }

    @Test
    void shouldSayWhichPortIsInUseAndLeaveNothingBehind() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK));
                TestCluster cluster = new TestCluster()
                        .withConsole(new ConsoleSettings(
                                LOOPBACK,
                                taken.getLocalPort(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()))) {
            assertThatThrownBy(cluster::startMember)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContainingAll("is the port in use?", "--http-port", "http-port=" + taken.getLocalPort());
        }
    }

    @Test
    void shouldNameTheFileThatIsNoCertificate() throws Exception {
        ConsoleSettings.Tls tls = new GatewayCertificates(folder).forConsole();
        ConsoleSettings missing = settings(
                LOOPBACK, Optional.of(new ConsoleSettings.Tls(folder.resolve("nowhere.pem"), tls.key())), true);
        ConsoleSettings swapped =
                settings(LOOPBACK, Optional.of(new ConsoleSettings.Tls(tls.key(), tls.certificate())), true);
        try (TestCluster cluster = new TestCluster()) {
            assertThatThrownBy(() -> cluster.withConsole(missing).startMember())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("http-cert=");
            assertThatThrownBy(() -> cluster.withConsole(swapped).startMember())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("http-cert=", "http-key=");
        }
    }

    @Test
    void shouldNotShowTokensInAnyText() {
        ConsoleSettings settings = settings(LOOPBACK, Optional.empty(), true);
        assertThat(settings.toString()).doesNotContain(VIEWER, OPERATOR);
        assertThatThrownBy(() -> AccessToken.of("console-viewer-token", "too short"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("console-viewer-token")
                .hasMessageNotContaining("too short");
        assertThatThrownBy(() -> new ConsoleSettings(
                        LOOPBACK,
                        0,
                        Optional.empty(),
                        Optional.of(AccessToken.of("a", VIEWER)),
                        Optional.of(AccessToken.of("b", VIEWER))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("different values");
    }

    @Test
    void shouldClosePortWithTheMember() throws IOException {
        TestCluster cluster = new TestCluster();
        FraudMember member = cluster.startMember();
        ConsoleClient client = ConsoleClient.of(member);
        assertThat(client.get("/").status()).isEqualTo(200);
        cluster.leave(member);
        assertThatThrownBy(() -> client.get("/")).isInstanceOf(UncheckedIOException.class);
    }
}
