package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ProtocolException;
import com.hazelcast.certification.gateway.GatewayTest;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.traffic.Traffic;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bench at the gateway of a real member in this JVM. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class GatewayBenchTest {
    private static final int CONNECTIONS = 3;
    private static final int RECORDS = 50;

    private static GatewayBench.Result run(Duration interval, Duration warmUp) throws Exception {
        return run(interval, warmUp, Optional.empty());
    }

    private static GatewayBench.Result run(Duration interval, Duration warmUp, Optional<ClientConfig.Owners> owners)
            throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            cluster.load();
            cluster.control().start();
            return new GatewayBench(settings(member, interval, warmUp, owners), Clock.systemUTC())
                    .run(Duration.ofSeconds(1));
        }
    }

    private static GatewayBench.Settings settings(
            FraudMember member, Duration interval, Duration warmUp, Optional<ClientConfig.Owners> owners) {
        return settings(member.gatewayPort().orElseThrow(), interval, warmUp, owners);
    }

    private static GatewayBench.Settings settings(
            int port, Duration interval, Duration warmUp, Optional<ClientConfig.Owners> owners) {
        return new GatewayBench.Settings(
                List.of(new InetSocketAddress("127.0.0.1", port)),
                Optional.empty(),
                CONNECTIONS,
                RECORDS,
                interval,
                warmUp,
                Traffic.NATURAL,
                TestCluster.CARDS,
                owners);
    }

    @Test
    void shouldSendFlatOutWhateverTheMemberTakes() throws Exception {
        GatewayBench.Result result = run(Duration.ZERO, Duration.ZERO);

        assertThat(result.connected()).isEqualTo(CONNECTIONS);
        assertThat(result.isGood()).isTrue();
        // Each connection has had several batches under way at once from the beginning.
        assertThat(result.answered()).isGreaterThan(CONNECTIONS);
        assertThat(result.heldBack()).isZero();
        assertThat(result.recordsPerSecond()).isBetween(1.0, result.answered() * RECORDS + 0.1);
    }

    @Test
    void shouldSendByClientsOfTheLibrary() throws Exception {
        ClientConfig.Owners owners = new ClientConfig.Owners(4, 0);
        for (Duration interval : List.of(Duration.ZERO, Duration.ofMillis(50))) {
            GatewayBench.Result result = run(interval, Duration.ZERO, Optional.of(owners));

            assertThat(result.connected()).isEqualTo(CONNECTIONS);
            assertThat(result.isGood()).isTrue();
            assertThat(result.answered()).isGreaterThan(CONNECTIONS);
            assertThat(result.recordsPerSecond()).isBetween(1.0, result.answered() * RECORDS + 0.1);
        }
    }

    /** It has waited for all of them together; thousands of clients are closed one after the other. */
    @Test
    void shouldNotWaitOnceMoreForTheAnswersOfEachClient() {
        Optional<ClientConfig.Owners> owners = Optional.of(ClientConfig.Owners.USUAL);
        GatewayBench bench = new GatewayBench(settings(1, Duration.ZERO, Duration.ZERO, owners), Clock.systemUTC());

        assertThat(bench.client().orElseThrow().closeTimeout()).isZero();
    }

    @Test
    void shouldCountTheThreadsOfClientsAmongThoseThatSend() {
        Optional<ClientConfig.Owners> owners = Optional.of(ClientConfig.Owners.USUAL);
        GatewayBench bare =
                new GatewayBench(settings(1, Duration.ZERO, Duration.ZERO, Optional.empty()), Clock.systemUTC());
        GatewayBench clients = new GatewayBench(settings(1, Duration.ZERO, Duration.ZERO, owners), Clock.systemUTC());
        Histogram none = new Histogram(3);

        assertThat(bare.threads(64)).isEqualTo(2);
        assertThat(clients.threads(64)).isEqualTo(2 + CONNECTIONS);
        assertThat(clients.threads(2)).isEqualTo(2);
        assertThat(new GatewayBench.Driver(2.5, clients.threads(64), none).bound())
                .isEmpty();
        assertThat(new GatewayBench.Driver(1.9, clients.threads(2), none).bound())
                .isEqualTo("its 2 threads had 1.90 processors; run several, on other machines");
    }

    @Test
    void shouldTellATimeOutFromARefusalAndFromACut() {
        assertThat(Stream.of(
                                new ConnectTimeoutException("no answer to the first packet"),
                                new SocketTimeoutException("silent"),
                                new ConnectException("refused"),
                                new UnknownHostException("no such host"),
                                new IllegalStateException("no member has said hello", new ConnectException("refused")),
                                new ProtocolException(ErrorCode.OVERLOADED, "no room"),
                                new IOException("Connection reset by peer"))
                        .map(GatewayBench::kind))
                .containsExactly("timeout", "timeout", "refused", "refused", "refused", "sent_away", "cut");
    }

    @Test
    void shouldSendABatchOfEachConnectionAtAnInterval() throws Exception {
        GatewayBench.Result result = run(Duration.ofMillis(100), Duration.ofMillis(200));

        assertThat(result.isGood()).isTrue();
        assertThat(result.due()).isBetween(1L, CONNECTIONS * 12L);
        assertThat(result.answerNs().getTotalCount()).isLessThan(result.answered());
        assertThat(result.helloNs().getTotalCount()).isEqualTo(CONNECTIONS);
    }

    @Test
    void shouldMeasureAndEndWhenItIsTold() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            cluster.load();
            cluster.control().start();
            GatewayBench bench = new GatewayBench(
                    settings(member, Duration.ofMillis(10), Duration.ofDays(1), Optional.empty()), Clock.systemUTC());
            FutureTask<GatewayBench.Result> run = new FutureTask<>(() -> bench.run(Duration.ofDays(1)));
            new Thread(run, "bench").start();
            bench.awaitBegun();
            awaitScored(member, 10 * RECORDS);
            bench.measure();
            awaitScored(member, member.status().accounting().scored() + 100 * RECORDS);
            bench.finish();
            GatewayBench.Result result = run.get();

            assertThat(result.isGood()).isTrue();
            assertThat(result.answerNs().getTotalCount()).isPositive().isLessThan(result.answered());
        }
    }

    @Test
    void shouldCountNeitherAnswersOfTheWarmUpNorThoseThatItWaitsForAtTheEnd() throws Exception {
        GatewayBench bench = new GatewayBench(
                new GatewayBench.Settings(
                        List.of(),
                        Optional.empty(),
                        0,
                        RECORDS,
                        Duration.ofSeconds(1),
                        Duration.ofDays(1),
                        Traffic.NATURAL,
                        TestCluster.CARDS,
                        Optional.empty()),
                Clock.systemUTC());
        FutureTask<GatewayBench.Result> run = new FutureTask<>(() -> bench.run(Duration.ofDays(1)));
        new Thread(run, "bench").start();
        bench.awaitBegun();
        bench.due();
        bench.due();
        bench.due();
        bench.answered(System.nanoTime(), RECORDS, 0);
        long beforeNs = System.nanoTime();
        bench.measure();
        long begunNs = System.nanoTime();
        bench.answered(begunNs, RECORDS, 0);
        long endNs = System.nanoTime();
        bench.finish();
        long afterNs = System.nanoTime();
        bench.answered(begunNs, RECORDS, 0);
        GatewayBench.Result result = run.get();

        assertThat(result.answered()).isEqualTo(3);
        assertThat(result.answerNs().getTotalCount()).isEqualTo(2);
        assertThat(RECORDS * 1e9 / result.recordsPerSecond())
                .isBetween(endNs - begunNs - 1.0, afterNs - beforeNs + 1.0);
    }

    private static void awaitScored(FraudMember member, long count) {
        TestCluster.await(
                count + " transactions scored",
                () -> member.status().accounting().scored() >= count);
    }
}
