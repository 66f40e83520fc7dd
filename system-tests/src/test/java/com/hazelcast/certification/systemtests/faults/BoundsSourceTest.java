package com.hazelcast.certification.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BoundsSourceTest {
    private static final List<byte[]> RECORDS =
            List.of("one".getBytes(StandardCharsets.US_ASCII), "two".getBytes(StandardCharsets.US_ASCII));

    private final CountDownLatch begins = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    void shouldReturnWhenAReaderHasReadToTheEndAndClosed() throws Exception {
        try (BoundsSource source = new BoundsSource()) {
            CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> read(source.port()));
            CompletableFuture<Long> sent = CompletableFuture.supplyAsync(() -> send(source));
            begins.await();
            assertThat(sent).as("the reader has not read all").isNotDone();
            mayEnd.countDown();

            assertThat(read.get()).isEqualTo("onetwo");
            assertThat(sent.get()).isEqualTo(RECORDS.size());
        }
    }

    private static long send(BoundsSource source) {
        try {
            return source.send(RECORDS, 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a member does: connects again when it is cut, and closes when the stream has ended. */
    private String read(int port) {
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                InputStream in = socket.getInputStream();
                int first = in.read();
                if (first >= 0) {
                    begins.countDown();
                    mayEnd.await();
                    return (char) first + new String(in.readAllBytes(), StandardCharsets.US_ASCII);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
