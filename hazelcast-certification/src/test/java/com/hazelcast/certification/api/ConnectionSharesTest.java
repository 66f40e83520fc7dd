package com.hazelcast.certification.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.metrics.ApiFigures;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one address may have of a member's connections. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ConnectionSharesTest {
    @Test
    void shouldCloseAConnectionThatIsOneTooManyOfItsAddressAndServeAnother() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.usual()).startMember();
            cluster.load();
            cluster.control().start();
            // It asks itself first, by connections of its own.
            ApiUser user = new ApiUser(member);
            TestCluster.await("the member scores", user::isReady);
            TestCluster.await(
                    "its own connections are closed",
                    () -> member.metrics().apiFigures().orElseThrow().connections() <= 1);
            List<Socket> open = new ArrayList<>();
            int port = member.apiPort().orElseThrow();
            try {
                for (int i = 0; i < ApiUser.CONNECTIONS_MAX * 7 / 8; i++) {
                    Socket socket = new Socket("127.0.0.1", port);
                    open.add(socket);
                    socket.setSoTimeout(20_000);
                    socket.getOutputStream()
                            .write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    assertThat(socket.getInputStream().read()).isEqualTo('H');
                }
                try (Socket tooMany = new Socket("127.0.0.1", port)) {
                    tooMany.setSoTimeout(20_000);
                    tooMany.getOutputStream()
                            .write("GET /v1/transactions/a HTTP/1.1\r\nHost: a\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    String answer = new String(tooMany.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(answer).startsWith("HTTP/1.1 503").contains("too_many_connections");
                }
                // What needs no token is answered, and takes the place no longer either.
                try (Socket tooMany = new Socket("127.0.0.1", port)) {
                    tooMany.setSoTimeout(20_000);
                    tooMany.getOutputStream()
                            .write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    String answer = new String(tooMany.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(answer).startsWith("HTTP/1.1 200");
                }
                try (Socket neighbour =
                        new Socket(InetAddress.getByName("127.0.0.1"), port, InetAddress.getByName("127.0.0.2"), 0)) {
                    neighbour.setSoTimeout(20_000);
                    neighbour
                            .getOutputStream()
                            .write("GET /v1/transactions/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    String answer = new String(neighbour.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(answer).startsWith("HTTP/1.1 404");
                }
                // Its connection is one of those of the address until here.
                assertThat(user.isReady()).isTrue();
                ApiFigures figures = member.metrics().apiFigures().orElseThrow();
                assertThat(figures.turnedAway()).containsEntry("too_many_connections", 1L);
                assertThat(figures.errors()).isZero();
            } finally {
                for (Socket socket : open) {
                    socket.close();
                }
            }
        }
    }
}
