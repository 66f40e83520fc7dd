package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server over loopback. */
@Timeout(60)
class TransactionSourceTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_798_967_585_307L), ZoneOffset.UTC);
    private static final long CARDS = 1_000;
    private static final long SEED = 42;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @TempDir
    Path folder;

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private static GeneratedStream stream(long seed) {
        return new GeneratedStream(Traffic.CHALLENGE, CARDS, seed);
    }

    private static TransactionSource open(long rate, long count) throws IOException {
        return TransactionSource.generated(ANY_PORT, stream(SEED), TransactionSource.Rate.of(rate), count, CLOCK);
    }

    private Future<?> serve(TransactionSource source) {
        return threads.submit((Callable<Object>) () -> {
            source.run();
            source.awaitEnd();
            return true;
        });
    }

    private static Socket connect(TransactionSource source) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), source.port());
    }

    /** All that the source sends over one connection. */
    private Future<byte[]> read(TransactionSource source) {
        return threads.submit(() -> {
            try (Socket socket = connect(source)) {
                return socket.getInputStream().readAllBytes();
            }
        });
    }

    /** How many records the bytes hold; fails when they hold anything else. */
    private static int recordCount(byte[] bytes) {
        List<Rejection> rejections = new ArrayList<>();
        RecordFramer framer = new RecordFramer((reason, buffer, offset, length) -> rejections.add(reason));
        int count = framer.parse(bytes, bytes.length, new byte[bytes.length]);
        framer.end(bytes, bytes.length - framer.consumed());
        assertThat(rejections).isEmpty();
        return count;
    }

    @Test
    void shouldSendTheCountAndEnd() throws Exception {
        try (TransactionSource source = open(0, 12_345)) {
            Future<?> served = serve(source);
            assertThat(recordCount(read(source).get())).isEqualTo(12_345);
            served.get();
            assertThat(source.sentCount()).isEqualTo(12_345);
        }
    }

    @Test
    void shouldSendTheCountOverAllConnectionsTogether() throws Exception {
        try (TransactionSource source = open(0, 1_000_003)) {
            Future<?> served = serve(source);
            Future<byte[]> first = read(source);
            Future<byte[]> second = read(source);
            assertThat(recordCount(first.get()) + recordCount(second.get())).isEqualTo(1_000_003);
            served.get();
            assertThat(source.sentCount()).isEqualTo(1_000_003);
        }
    }

    @Test
    void shouldSendTheCountAtARate() throws Exception {
        try (TransactionSource source = open(100_000, 5_050)) {
            Future<?> served = serve(source);
            Future<byte[]> first = read(source);
            Future<byte[]> second = read(source);
            assertThat(recordCount(first.get()) + recordCount(second.get())).isEqualTo(5_050);
            served.get();
        }
    }

    @Test
    void shouldSendTheSameFieldsForTheSameSeed() throws Exception {
        byte[] bytes = sendAll(SEED);
        assertThat(sendAll(SEED)).isEqualTo(bytes);
        assertThat(sendAll(SEED + 1)).isNotEqualTo(bytes);
    }

    private byte[] sendAll(long seed) throws Exception {
        try (TransactionSource source =
                TransactionSource.generated(ANY_PORT, stream(seed), TransactionSource.Rate.of(0), 500, CLOCK)) {
            Future<?> served = serve(source);
            byte[] bytes = read(source).get();
            served.get();
            return bytes;
        }
    }

    @Test
    void shouldGiveEachConnectionItsOwnTransactions() throws Exception {
        try (TransactionSource source = open(0, 0)) {
            Future<?> served = serve(source);
            try (Socket first = connect(source);
                    Socket second = connect(source)) {
                assertThat(first.getInputStream().readNBytes(10_000))
                        .isNotEqualTo(second.getInputStream().readNBytes(10_000));
            }
            source.stop(Duration.ofSeconds(30));
            served.get();
        }
    }

    /** As `ansible/roles/source` starts them: a seed for each host, from 1. */
    @ParameterizedTest
    @EnumSource
    void shouldSendNoTransactionTwiceFromSeveralHostsAndConnections(Traffic traffic) throws Exception {
        int hosts = 3;
        int connections = 3;
        int each = 5_000;
        List<byte[]> streams = new ArrayList<>();
        for (long seed = 1; seed <= hosts; seed++) {
            GeneratedStream stream = new GeneratedStream(traffic, 10_000_000, seed);
            try (TransactionSource source =
                    TransactionSource.generated(ANY_PORT, stream, TransactionSource.Rate.of(0), 0, CLOCK)) {
                Future<?> served = serve(source);
                for (int i = 0; i < connections; i++) {
                    try (Socket socket = connect(source)) {
                        streams.add(socket.getInputStream().readNBytes(each * WireRecord.SIZE_BYTES));
                    }
                }
                source.stop(Duration.ofSeconds(30));
                served.get();
            }
        }
        Set<ByteBuffer> different = new HashSet<>();
        for (byte[] stream : streams) {
            for (int i = 0; i < each; i++) {
                different.add(ByteBuffer.wrap(stream, i * WireRecord.SIZE_BYTES, WireRecord.SIZE_BYTES)
                        .slice());
            }
        }
        assertThat(different).hasSize(hosts * connections * each);
    }

    @Test
    void shouldEndOnlyTheConnectionOfAClientThatDisconnects() throws Exception {
        try (TransactionSource source = open(0, 2_000_000)) {
            Future<?> served = serve(source);
            try (Socket breaking = connect(source)) {
                breaking.setSoLinger(true, 0);
                assertThat(breaking.getInputStream().readNBytes(10_000)).hasSize(10_000);
            }
            int received = recordCount(read(source).get());
            served.get();
            assertThat(received).isPositive();
            assertThat(source.sentCount()).isEqualTo(2_000_000);
        }
    }

    @Test
    void shouldSendWholeRecordsUntilTheReaderClosesItsSide() throws Exception {
        try (TransactionSource source = open(0, 0)) {
            Future<?> served = serve(source);
            try (Socket socket = connect(source)) {
                byte[] before = socket.getInputStream().readNBytes(WireRecord.SIZE_BYTES);
                socket.shutdownOutput();
                byte[] after = socket.getInputStream().readAllBytes();
                assertThat(recordCount(before) + recordCount(after)).isEqualTo((int) source.sentCount());
            }
            source.stop(Duration.ofSeconds(30));
            served.get();
        }
    }

    @Test
    void shouldStopBehindAWholeRecord() throws Exception {
        TransactionSource source = open(0, 0);
        Future<?> served = serve(source);
        try (Socket socket = connect(source)) {
            byte[] before = socket.getInputStream().readNBytes(1_000 * WireRecord.SIZE_BYTES);
            Future<Object> stopped = threads.submit(() -> {
                source.stop(Duration.ofSeconds(30));
                return true;
            });
            byte[] after = socket.getInputStream().readAllBytes();
            assertThat(recordCount(before) + recordCount(after)).isEqualTo((int) source.sentCount());
            socket.close();
            stopped.get();
        }
        served.get();
    }

    @Test
    void shouldCutAReaderThatTakesLongerThanTheGrace() throws Exception {
        TransactionSource source = open(0, 0);
        Future<?> served = serve(source);
        try (Socket stalled = connect(source)) {
            assertThat(stalled.getInputStream().readNBytes(100)).hasSize(100);
            source.stop(Duration.ofMillis(50));
            served.get();
        }
        assertThatThrownBy(() -> connect(source).close()).isInstanceOf(IOException.class);
    }

    @Test
    void shouldIgnoreWhatAReaderSends() throws Exception {
        try (TransactionSource source = open(0, 1_000)) {
            Future<?> served = serve(source);
            try (Socket socket = connect(source)) {
                socket.getOutputStream().write(new byte[10_000]);
                assertThat(recordCount(socket.getInputStream().readAllBytes())).isEqualTo(1_000);
            }
            served.get();
        }
    }

    @Test
    void shouldReplayAFileUpToTheCount() throws Exception {
        Path file = folder.resolve("records");
        RecordFile.write(file, stream(SEED), 100, RecordFile.Times.all(0));
        try (TransactionSource source = TransactionSource.replayed(
                ANY_PORT, RecordFile.open(file), SourceClock.REAL, TransactionSource.Rate.of(0), 1_000, CLOCK)) {
            Future<?> served = serve(source);
            byte[] expected = new byte[100 * WireRecord.SIZE_BYTES];
            new TransactionGenerator(CARDS, SEED).fill(expected, 0, 100, CLOCK.millis());
            byte[] bytes = read(source).get();
            assertThat(recordCount(bytes)).isEqualTo(1_000);
            for (int from = 0; from < bytes.length; from += expected.length) {
                assertThat(Arrays.copyOfRange(bytes, from, from + expected.length))
                        .isEqualTo(expected);
            }
            served.get();
        }
    }

    @Test
    void shouldReplayByTheClockOfTheSource() throws Exception {
        Path file = folder.resolve("records");
        RecordFile.write(file, stream(SEED), 100, RecordFile.Times.all(0));
        SourceClock aDayASecond = new SourceClock(CLOCK.millis() - 3_000, 86_400);
        try (TransactionSource source = TransactionSource.replayed(
                ANY_PORT, RecordFile.open(file), aDayASecond, TransactionSource.Rate.of(0), 100, CLOCK)) {
            Future<?> served = serve(source);
            byte[] expected = new byte[100 * WireRecord.SIZE_BYTES];
            new TransactionGenerator(CARDS, SEED)
                    .fill(
                            expected,
                            0,
                            100,
                            CLOCK.millis() - 3_000 + Duration.ofDays(3).toMillis());
            assertThat(read(source).get()).isEqualTo(expected);
            served.get();
        }
    }

    @Test
    void shouldSayThatThePortIsTaken() throws IOException {
        try (TransactionSource source = open(0, 0)) {
            InetSocketAddress taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), source.port());
            assertThatThrownBy(() ->
                            TransactionSource.generated(taken, stream(SEED), TransactionSource.Rate.of(0), 0, CLOCK))
                    .isInstanceOf(BindException.class);
        }
    }
}
