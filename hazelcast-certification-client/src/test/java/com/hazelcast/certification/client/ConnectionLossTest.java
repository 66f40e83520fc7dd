package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ProtocolException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionLossTest {
    @Test
    void shouldTellWhyAConnectionWasLost() {
        assertThat(Stream.of(
                                new UnknownHostException(),
                                new DecoderException(new SSLHandshakeException("no trust")),
                                new ConnectTimeoutException(),
                                new IllegalStateException("no member has said hello", new TimeoutException()),
                                new IOException("Connection reset by peer"),
                                new ProtocolException(ErrorCode.NOT_SCORING, "stopped"),
                                new ProtocolException(ErrorCode.WRONG_CRC, "broken"))
                        .map(ConnectionLoss::of))
                .containsExactly(
                        ConnectionLoss.REFUSED,
                        ConnectionLoss.TLS,
                        ConnectionLoss.TIMEOUT,
                        ConnectionLoss.TIMEOUT,
                        ConnectionLoss.CUT,
                        ConnectionLoss.SENT_AWAY,
                        ConnectionLoss.PROTOCOL);
    }

    /** Of real connections, of which each fails in another way. */
    @Test
    void shouldCountLossesByKind() throws Exception {
        // Nobody listens there; a port that was free a moment ago another test may have by now.
        int closed = 1;
        assertThat(kindsOf(InetSocketAddress.createUnresolved("127.0.0.1", closed)))
                .containsOnlyKeys(ConnectionLoss.REFUSED);
        assertThat(kindsOf(InetSocketAddress.createUnresolved("no-such-host.invalid", 1)))
                .containsOnlyKeys(ConnectionLoss.REFUSED);
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThat(kindsOf((InetSocketAddress) silent.getLocalSocketAddress()))
                    .containsOnlyKeys(ConnectionLoss.TIMEOUT);
        }
    }

    private static Map<ConnectionLoss, Long> kindsOf(InetSocketAddress member) {
        ClientConfig config = ClientConfig.plain(List.of(member))
                .withTimeouts(Duration.ofSeconds(2), Duration.ofMillis(100), Duration.ofMillis(100));
        ClientCounters counters = new ClientCounters(Duration.ofSeconds(1));
        try (ClientThreads threads = new ClientThreads(1)) {
            ClientConnection connection = new ClientConnection(
                    config, threads.next(), MemberRing.inOrder(config.members()), counters, count -> {});
            assertThatThrownBy(connection::start).isInstanceOf(IllegalStateException.class);
            connection.stop("the test is over");
        }
        return counters.statistics().losses().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
