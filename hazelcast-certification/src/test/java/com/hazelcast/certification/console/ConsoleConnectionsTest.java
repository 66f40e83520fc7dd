package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.gateway.GatewayCertificates;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that hold as many connections as they can to the HTTP port, and a scrape that gets through beside them. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleConnectionsTest {
    private static final String VIEWER = "viewer-0123456789";
    private static final String OPERATOR = "operator-0123456789";
    private static final String LOOPBACK = "127.0.0.1";
    private static final String HOST = "Host: 127.0.0.1\r\n";

    /** More than the port takes. */
    private static final int HOSTILE = 160;

    /** A scrape takes milliseconds; the rest is for machines that do other things as well. */
    private static final long SCRAPE_MAX_NS = TimeUnit.SECONDS.toNanos(5);

    @TempDir
    Path folder;

    /** What a hostile connection sends, and then waits. */
    private enum Attack {
        NOTHING(""),
        HALF_A_LINE("GET /met"),
        HALF_THE_HEADERS("GET /metrics HTTP/1.1\r\n" + HOST + "X-Slow: "),
        HALF_A_BODY("POST /api/control HTTP/1.1\r\n" + HOST
                + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"),
        A_PAGE("GET /icon.svg HTTP/1.1\r\n" + HOST + "\r\n"),
        AN_ERROR("GET /api/session HTTP/1.1\r\nHost: example.org\r\n\r\n"),
        AN_EVENT_STREAM("GET /api/events HTTP/1.1\r\n" + HOST + "\r\n");

        private final byte[] bytes;

        Attack(String text) {
            this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** Hostile connections, held until this is closed. */
    private static final class Held implements AutoCloseable {
        private final List<Socket> sockets = new ArrayList<>();

        static Held open(FraudMember member, Attack attack) throws IOException {
            Held held = new Held();
            for (int i = 0; i < HOSTILE; i++) {
                Socket socket = new Socket(LOOPBACK, member.httpPort());
                held.sockets.add(socket);
                try {
                    socket.getOutputStream().write(attack.bytes);
                } catch (IOException e) {
                    // Closed by the member, as it may.
                    continue;
                }
            }
            return held;
        }

        /** How many the member has closed. */
        long closed() {
            return sockets.stream().filter(Held::isClosed).count();
        }

        private static boolean isClosed(Socket socket) {
            try {
                socket.setSoTimeout(1);
                while (socket.getInputStream().read() >= 0) {
                    // An answer; what follows counts.
                    continue;
                }
                return true;
            } catch (SocketTimeoutException e) {
                return false;
            } catch (IOException e) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static ConsoleSettings settings(String host, Optional<ConsoleSettings.Tls> tls) {
        return new ConsoleSettings(
                host,
                0,
                tls,
                Optional.of(AccessToken.of("console-viewer-token", VIEWER)),
                Optional.of(AccessToken.of("console-operator-token", OPERATOR)));
    }

    private static void assertScraped(ConsoleClient client) {
        long beginNs = System.nanoTime();
        assertThat(client.get("/metrics").status()).isEqualTo(200);
        assertThat(System.nanoTime() - beginNs).isLessThan(SCRAPE_MAX_NS);
    }

    @ParameterizedTest
    @EnumSource(Attack.class)
    void shouldAnswerScrapesBesideConnectionsThatHoldThePort(Attack attack) throws Exception {
        try (TestCluster cluster = new TestCluster().withConsole(settings(LOOPBACK, Optional.empty()))) {
            FraudMember member = cluster.startMember();
            cluster.load();
            try (Held held = Held.open(member, attack)) {
                // Without a token, as Prometheus on this machine may; and with one.
                for (int i = 0; i < 5; i++) {
                    assertScraped(ConsoleClient.of(member));
                    assertScraped(ConsoleClient.of(member).with(VIEWER));
                }
                assertThat(held.closed()).isGreaterThanOrEqualTo(HOSTILE - 128);
            }
        }
    }

    @Test
    void shouldAnswerScrapesBesideConnectionsThatNeverShakeHands() throws Exception {
        GatewayCertificates certificates = new GatewayCertificates(folder);
        try (TestCluster cluster =
                new TestCluster().withConsole(settings("0.0.0.0", Optional.of(certificates.forConsole())))) {
            FraudMember member = cluster.startMember();
            try (Held held = Held.open(member, Attack.NOTHING)) {
                assertScraped(
                        ConsoleClient.trusting(certificates.authority, member).with(VIEWER));
                assertThat(held.closed()).isGreaterThanOrEqualTo(HOSTILE - 128);
            }
        }
    }

    @Test
    void shouldKeepTheStreamOfATokenWhenOthersTakeAllPlaces() throws Exception {
        try (TestCluster cluster = new TestCluster().withConsole(settings(LOOPBACK, Optional.empty()))) {
            FraudMember member = cluster.startMember();
            cluster.load();
            ConsoleClient operator = ConsoleClient.of(member).with(OPERATOR);
            try (ConsoleClient.Events before = operator.events();
                    Held strangers = Held.open(member, Attack.AN_EVENT_STREAM);
                    Held silent = Held.open(member, Attack.NOTHING);
                    ConsoleClient.Events after = operator.events()) {
                for (int i = 0; i < 3; i++) {
                    assertThat(before.next().path("members")).hasSize(1);
                    assertThat(after.next().path("members")).hasSize(1);
                }
                assertThat(strangers.closed() + silent.closed()).isGreaterThanOrEqualTo(2 * HOSTILE - 128);
            }
        }
    }

    @Test
    void shouldCloseConnectionsWithoutARequest() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            try (Socket bare = new Socket(LOOPBACK, member.httpPort());
                    Socket slow = new Socket(LOOPBACK, member.httpPort())) {
                slow.getOutputStream().write(Attack.HALF_THE_HEADERS.bytes);
                bare.setSoTimeout(30_000);
                slow.setSoTimeout(30_000);
                assertThat(bare.getInputStream().read()).isNegative();
                assertThat(slow.getInputStream().read()).isNegative();
            }
        }
    }
}
