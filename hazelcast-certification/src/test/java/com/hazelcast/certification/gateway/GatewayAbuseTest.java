package com.hazelcast.certification.gateway;

import static com.hazelcast.certification.gateway.GatewayTest.plainClient;
import static com.hazelcast.certification.gateway.GatewayTest.records;
import static com.hazelcast.certification.gateway.GatewayTest.sendAll;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.transaction.WireRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that break the rules: each is ended by name and counted, and the next one is served. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
public class GatewayAbuseTest {
    private static final int CONNECTIONS_MAX = 20;

    @TempDir
    static Path folder;

    private static TestCluster cluster;
    private static FraudMember plain;
    private static FraudMember tls;

    @BeforeAll
    static void startMembers() throws Exception {
        cluster = new TestCluster();
        GatewayCertificates certificates = new GatewayCertificates(folder);
        plain = cluster.startMember(impatient(Optional.empty()));
        tls = cluster.startMember(impatient(Optional.of(certificates.forGateway(false))));
        cluster.load();
        cluster.control().start();
    }

    private static GatewaySettings impatient(Optional<GatewaySettings.Tls> settings) {
        Duration soon = Duration.ofMillis(500);
        // TLS by code that has not been compiled yet, on a busy machine, takes seconds.
        Duration handshake = settings.isPresent() ? Duration.ofSeconds(5) : soon;
        Duration frame = settings.isPresent() ? Duration.ofSeconds(20) : soon;
        // Enough for two full frames at a time.
        int frameMemoryBytes = 2_100_000;
        return new GatewaySettings(
                "127.0.0.1",
                0,
                settings,
                CONNECTIONS_MAX,
                2,
                new GatewaySettings.Timeouts(handshake, frame, soon.multipliedBy(4), soon, soon.multipliedBy(2)),
                frameMemoryBytes,
                GatewaySettings.ClientLimits.usual(4 * CONNECTIONS_MAX),
                new GatewaySettings.Threads(2, 2),
                Optional.empty());
    }

    @AfterAll
    static void stopMembers() throws IOException {
        cluster.close();
    }

    @AfterEach
    void shouldStillServeAndBalance() throws Exception {
        // On a busy machine so impatient a gateway also ends this client, which sends again what was scored.
        assertThat(sendAll(plainClient(plain), records(50, System.nanoTime())))
                .hasSize(50)
                .noneMatch(verdict -> verdict.status() == Verdict.Status.REJECTED);
        TestCluster.await("the accounting balances", () -> {
            var accounting = plain.status().accounting();
            return accounting.unaccounted() == 0 && accounting.inFlight() == 0;
        });
    }

    @Test
    void shouldNameEveryFrameThatBreaksTheProtocol() throws IOException {
        assertEnded(
                ErrorCode.WRONG_MAGIC,
                client -> client.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertEnded(ErrorCode.WRONG_CRC, client -> {
            client.hello();
            byte[] batch = batch(1, 10);
            batch[40]++;
            client.write(batch);
        });
        assertEnded(ErrorCode.FRAME_TOO_LARGE, client -> {
            client.hello();
            client.write(new byte[] {0x7f, 0, 0, 0, 3});
        });
        assertEnded(ErrorCode.COUNT_OUT_OF_RANGE, client -> {
            client.hello();
            client.write(batch(1, 0));
        });
        assertEnded(ErrorCode.BATCH_OUT_OF_ORDER, client -> {
            client.hello();
            client.write(batch(5, 1));
            client.readFrame();
            client.write(batch(5, 1));
        });
        assertEnded(ErrorCode.UNEXPECTED_FRAME, client -> {
            client.hello();
            client.hello();
        });
    }

    @Test
    void shouldEndWhoeverIsSilentBeforeOrAfterTheHello() throws IOException {
        assertEnded(ErrorCode.HANDSHAKE_TIMEOUT, client -> {});
        assertEnded(ErrorCode.IDLE, RawClient::hello);
    }

    @Test
    void shouldEndWhoeverBeginsAFrameAndDoesNotEndIt() throws IOException {
        assertEnded(ErrorCode.FRAME_TIMEOUT, client -> {
            client.hello();
            client.write(Arrays.copyOf(batch(1, 10), 300));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void shouldEndWhoeverBeginsALengthAndDoesNotGoOn(int bytes) throws IOException {
        assertEnded(ErrorCode.FRAME_TIMEOUT, client -> {
            client.hello();
            client.write(Arrays.copyOf(batch(1, 10), bytes));
        });
    }

    @Test
    void shouldCountAClientThatVanishesInsideAFrame() throws IOException {
        long before = plain.metrics().gateway().refused("truncated_frame");
        try (RawClient client = new RawClient(plain)) {
            client.hello();
            client.readFrame();
            client.write(Arrays.copyOf(batch(1, 10), 300));
        }
        awaitCount("truncated_frame", before);
    }

    @Test
    void shouldNotReadALargeFrameForWhichThereIsNoMemory() throws IOException {
        byte[] begun = Arrays.copyOf(batch(1, 10_000), 100_000);
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            RawClient client = new RawClient(plain);
            clients.add(client);
            client.hello();
            client.readFrame();
            client.write(begun);
        }
        for (RawClient client : clients) {
            // Those that wait for memory have their time only once they are read.
            assertThat(client.readError()).isEqualTo(ErrorCode.FRAME_TIMEOUT);
            client.close();
        }
    }

    @Test
    void shouldCutAReaderThatTakesNoAnswers() throws IOException {
        long before = plain.metrics().gateway().refused("slow_reader");
        try (RawClient client = new RawClient(plain, 4 << 10)) {
            takeNoAnswers(client);
        }
        awaitCount("slow_reader", before);
    }

    @Test
    void shouldCutAReaderThatTakesNoAnswersOverTls() throws Exception {
        long before = tls.metrics().gateway().refused("slow_reader");
        try (RawClient client = RawClient.overTls(tls, 4 << 10)) {
            takeNoAnswers(client);
        }
        TestCluster.await("slow reader counted", () -> tls.metrics().gateway().refused("slow_reader") > before);
    }

    private static void takeNoAnswers(RawClient client) throws IOException {
        client.hello(ProtocolLimits.VERSION_WITHOUT_GATEWAYS);
        // Each answer is 80 kB, with the sets of version 4; the sockets' buffers hold some dozens, and then nothing
        // moves.
        byte[] records = records(10_000, 1);
        client.writeUntilCut(number -> batch(number, records, 10_000));
    }

    @Test
    void shouldCloseConnectionsBeyondTheLimitAtOnce() throws IOException {
        long before = plain.metrics().gateway().refused("too_many_connections");
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS_MAX * 3; i++) {
            clients.add(new RawClient(plain));
        }
        // On a slow machine the first ones have been silent for too long when the last ones come, and leave room.
        TestCluster.await("the flood is refused", () -> {
            clients.add(opened());
            return plain.metrics().gateway().refused("too_many_connections") >= before + CONNECTIONS_MAX * 2;
        });
        for (RawClient client : clients) {
            client.close();
        }
    }

    private static RawClient opened() {
        try {
            return new RawClient(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldCountPlainBytesAndSilenceOnTheTlsPort() throws IOException {
        try (RawClient garbage = new RawClient(tls);
                RawClient silent = new RawClient(tls)) {
            garbage.hello();
            TestCluster.await("garbage", () -> tls.metrics().gateway().refused("not_tls") > 0);
            TestCluster.await("silence", () -> tls.metrics().gateway().refused("handshake_timeout") > 0);
            assertThat(silent.isEnded()).isTrue();
        }
    }

    private interface Abuse {
        void commit(RawClient client) throws IOException;
    }

    private static void assertEnded(ErrorCode expected, Abuse abuse) throws IOException {
        long before = plain.metrics().gateway().refused(expected.label());
        try (RawClient client = new RawClient(plain)) {
            abuse.commit(client);
            assertThat(client.readError()).isEqualTo(expected);
        }
        awaitCount(expected.label(), before);
    }

    private static void awaitCount(String reason, long before) {
        TestCluster.await(reason + " counted", () -> plain.metrics().gateway().refused(reason) > before);
    }

    private static byte[] batch(long number, int count) {
        return batch(number, records(Math.max(1, count), number), count);
    }

    public static byte[] batch(long number, byte[] records, int count) {
        List<byte[]> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(Arrays.copyOfRange(records, i * WireRecord.SIZE_BYTES, (i + 1) * WireRecord.SIZE_BYTES));
        }
        ByteBuf frame = BatchFrame.write(new UnpooledByteBufAllocator(false, true), number, list, RecordFormat.TEXT);
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes).release();
        return bytes;
    }
}
