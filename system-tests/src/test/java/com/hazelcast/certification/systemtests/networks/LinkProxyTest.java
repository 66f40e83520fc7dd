package com.hazelcast.certification.systemtests.networks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One connection to an end that sends back what it gets. */
@Timeout(60)
class LinkProxyTest {
    private static final int LATENCY_MS = 50;

    private final Link link = new Link();
    private ServerSocket echo;
    private LinkProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        proxy = new LinkProxy(
                InetAddress.getLoopbackAddress(),
                new InetSocketAddress(echo.getInetAddress(), echo.getLocalPort()),
                from -> link,
                new SplittableRandom(1));
        var unused = CompletableFuture.runAsync(this::sendBack);
    }

    private void sendBack() {
        try (Socket socket = echo.accept()) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        echo.close();
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(20_000);
        socket.connect(proxy.address());
        return socket;
    }

    @Test
    void shouldTakeTheLatencyEachWayAndCountWhatItCarries() throws Exception {
        link.become(new LinkQuality(Duration.ofMillis(LATENCY_MS), Duration.ZERO, 0, 0));
        try (Socket socket = connected()) {
            long sentNs = System.nanoTime();
            socket.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
            assertThat(System.nanoTime() - sentNs)
                    .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(2 * LATENCY_MS));
        }
        Link.Carried carried = link.take();
        assertThat(carried.bytes()).isEqualTo(2);
        assertThat(carried.longestNs()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(LATENCY_MS));
        assertThat(link.take()).isEqualTo(Link.Carried.NOTHING);
    }

    @Test
    void shouldCarryEverythingInOrderThoughTheLinkChangesMeanwhile() throws Exception {
        byte[] sent = new byte[2_000_000];
        new SplittableRandom(3).nextBytes(sent);
        try (Socket socket = connected()) {
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    for (int from = 0; from < sent.length; from += 100_000) {
                        link.become(from % 200_000 == 0 ? LinkQuality.unsteady(8) : LinkQuality.PERFECT);
                        socket.getOutputStream().write(sent, from, 100_000);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(socket.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            sending.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldCarryNoMoreThanItsRate() throws Exception {
        link.become(new LinkQuality(Duration.ZERO, Duration.ZERO, 0, 800_000));
        byte[] tenthOfASecond = new byte[10_000];
        try (Socket socket = connected()) {
            long sentNs = System.nanoTime();
            socket.getOutputStream().write(tenthOfASecond);
            assertThat(socket.getInputStream().readNBytes(tenthOfASecond.length))
                    .hasSize(tenthOfASecond.length);
            assertThat(System.nanoTime() - sentNs).isGreaterThanOrEqualTo(100_000_000);
        }
    }

    @Test
    void shouldEndTheConnectionForBothWhenOneHasEndedIt() throws Exception {
        try (Socket socket = connected()) {
            socket.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        while (proxy.connectionCount() > 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
