package com.hazelcast.certification.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.hazelcast.certification.process.LocalCluster;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The load against servers that answer late, wrongly, or not at all. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpLoadTest {
    private static final String GOOD = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final long SILENT_MS = 100;

    /** What a server does with its next request, which has been read. */
    private interface Answering {
        void answer(Socket socket, int number) throws IOException;
    }

    private static Thread serve(ServerSocket server, Answering answering) {
        Thread thread = new Thread(() -> {
            for (int number = 0; !server.isClosed(); ) {
                try (Socket socket = server.accept()) {
                    while (skipRequest(socket.getInputStream())) {
                        answering.answer(socket, number++);
                    }
                } catch (IOException e) {
                    // The load has closed its connection, or the test the server.
                    continue;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Reads to the empty line; the requests of this test have no bodies. */
    private static boolean skipRequest(InputStream in) throws IOException {
        int lineBreaks = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            lineBreaks = next == '\n' ? lineBreaks + 1 : next == '\r' ? lineBreaks : 0;
            if (lineBreaks == 2) {
                return true;
            }
        }
        return false;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static HttpLoad load(ServerSocket server, Duration timeOut) throws IOException {
        return load(server, 1, timeOut);
    }

    private static HttpLoad load(ServerSocket server, int connections, Duration timeOut) throws IOException {
        return new HttpLoad(new HttpLoad.Settings(
                List.of(new InetSocketAddress(server.getInetAddress(), server.getLocalPort())),
                Optional.empty(),
                connections,
                1,
                1,
                Duration.ofMillis(25),
                timeOut));
    }

    /** The same request again and again. */
    private static final class Gets implements HttpWorkload {
        private final byte[] request = new HttpTemplate.Head("test", Optional.empty()).afterPath("GET /");

        @Override
        public List<String> calls() {
            return List.of("GET /");
        }

        @Override
        public int begin(HttpOperation operation) {
            return 0;
        }

        @Override
        public void write(HttpOperation operation, ByteBuf out) {
            ByteBuf unused = out.writeBytes(request);
        }

        @Override
        public int next(HttpOperation operation, HttpAnswer answer) {
            return OVER;
        }
    }

    @Test
    void shouldCountFromWhenARequestWasDueThoughTheServerWasSilent() throws Exception {
        try (ServerSocket server = listen()) {
            Thread unused = serve(server, (socket, number) -> {
                if (number == 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SILENT_MS));
                }
                write(socket, GOOD);
            });
            try (HttpLoad load = load(server, Duration.ofSeconds(30))) {
                HttpTally tally =
                        load.run(loop -> new Gets(), HttpPace.count(1_000, 50)).tally();

                assertThat(tally.doneCount()).isEqualTo(50);
                // The last one was due after 49 ms, and nothing was answered before 100.
                assertThat(tally.operationNs().getMinValue()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(40));
                assertThat(tally.lateCount()).isEqualTo(50);
                assertThat(tally.lateBySecond()).containsExactly(entry(0L, 50L));
                // But no more than one was under way then.
                assertThat(tally.serviceNs().getTotalCount()).isEqualTo(50);
                assertThat(tally.serviceNs().getValueAtPercentile(10))
                        .isLessThan(tally.operationNs().getMinValue());
            }
        }
    }

    @Test
    void shouldSayWhatWasDueAndNotBegunWhenTheTimeIsOver() throws Exception {
        try (ServerSocket server = listen()) {
            Thread unused = serve(server, (socket, number) -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SILENT_MS));
                write(socket, GOOD);
            });
            try (HttpLoad load = load(server, Duration.ofSeconds(30))) {
                HttpTally tally = load.run(
                                loop -> new Gets(), HttpPace.during(1_000, TimeUnit.MILLISECONDS.toNanos(SILENT_MS)))
                        .tally();

                assertThat(tally.begunCount() + tally.unsentCount()).isEqualTo(100);
                assertThat(tally.begunCount()).isLessThan(5);
            }
        }
    }

    @Test
    void shouldCountErrorsByKindAndGoOn() throws Exception {
        try (ServerSocket server = listen()) {
            Thread unused = serve(server, (socket, number) -> {
                switch (number) {
                    case 0 -> write(socket, "HTTP/1.1 500 Failed\r\nContent-Length: 3\r\n\r\nwhy");
                    case 1 -> write(socket, "HTTP/1.1 503 Full\r\nContent-Length: 0\r\n\r\n");
                    case 2 -> socket.shutdownOutput();
                    case 3 -> write(socket, "no HTTP at all\r\n\r\n");
                    case 4 -> {
                        // No answer at all.
                    }
                    default -> write(socket, GOOD);
                }
            });
            try (HttpLoad load = load(server, Duration.ofSeconds(3))) {
                HttpTally tally =
                        load.run(loop -> new Gets(), HttpPace.count(0, 10)).tally();

                assertThat(tally.errors())
                        .containsOnlyKeys("status 500", "connection", "unreadable answer", "time-out")
                        .allSatisfy((kind, count) -> assertThat(count).as(kind).isEqualTo(1));
                assertThat(tally.firstError()).contains("500 why");
                assertThat(tally.turnedAwayCount()).isEqualTo(1);
                assertThat(tally.doneCount()).isEqualTo(5);
            }
        }
    }

    @Test
    void shouldHaveNoMoreUnderWayThanThePaceAllowsHoweverManyConnectionsThereAre() throws Exception {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (ServerSocket server = listen()) {
            Answering counting = (socket, number) -> {
                int now = underWay.incrementAndGet();
                most.accumulateAndGet(now, Math::max);
                if (number < 2) {
                    // Leaves the load the time to send what it may.
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SILENT_MS));
                }
                underWay.decrementAndGet();
                write(socket, GOOD);
            };
            // Each takes one connection at a time.
            for (int i = 0; i < 3; i++) {
                Thread unused = serve(server, counting);
            }
            try (HttpLoad load = load(server, 3, Duration.ofSeconds(30))) {
                HttpPace one = new HttpPace(0, 20, Long.MAX_VALUE, 1);
                assertThat(load.run(loop -> new Gets(), one).tally().doneCount())
                        .isEqualTo(20);
                assertThat(most).hasValue(1);
            }
        }
    }

    @Test
    void shouldSayWhichMemberCannotBeReached() throws Exception {
        // No port of those that other tests and connections are given by the system.
        ServerSocket server = new ServerSocket(LocalCluster.freePort(), 1, InetAddress.getLoopbackAddress());
        server.close();

        assertThatThrownBy(() -> load(server, Duration.ofSeconds(1)).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(Integer.toString(server.getLocalPort()));
    }
}
