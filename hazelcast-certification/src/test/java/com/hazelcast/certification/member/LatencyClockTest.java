package com.hazelcast.certification.member;

import static com.hazelcast.certification.gateway.GatewayTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.gateway.Gateway;
import com.hazelcast.certification.gateway.GatewayAbuseTest;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.gateway.RawClient;
import com.hazelcast.certification.metrics.AnswerLatency;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.UnaskedGuard;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.source.SocketReader;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.transaction.RecordEncoder;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time to an answer counts from when a transaction was there, whatever it then had to wait for. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LatencyClockTest {
    private static final int GATE = 16_384;
    private static final long HELD_MS = 400;

    private final TestCluster cluster = new TestCluster();
    private final FraudMetrics metrics = new FraudMetrics(Clock.systemUTC());
    private final InFlightGate gate = new InFlightGate(GATE);
    private final AnswerAccounting answers = new AnswerAccounting(gate, metrics);
    private Router router;

    @BeforeEach
    void startMember() throws Exception {
        FraudMember member = cluster.startMember();
        cluster.load();
        router = new Router(
                ShardMap.of(member.hazelcast()),
                ShardKeys.of(member.hazelcast()),
                512,
                TestCluster.LATENCY_TARGET,
                Acks.FAST,
                new UnaskedGuard(),
                metrics);
    }

    @AfterEach
    void end() throws Exception {
        router.close();
        cluster.close();
    }

    private static byte[] nth(byte[] records, int index) {
        return Arrays.copyOfRange(records, index * WireRecord.SIZE_BYTES, (index + 1) * WireRecord.SIZE_BYTES);
    }

    private void awaitAnswered(int count) {
        TestCluster.await(
                count + " answered",
                () -> metrics.accounting().received() == count
                        && metrics.accounting().inFlight() == 0);
    }

    private SocketReader reader(ServerSocket server, LatencyFrom from) {
        return reader(server, from, SourceClock.REAL);
    }

    private SocketReader reader(ServerSocket server, LatencyFrom from, SourceClock sourceClock) {
        return new SocketReader(
                InetSocketAddress.createUnresolved("127.0.0.1", server.getLocalPort()),
                router,
                gate,
                answers,
                metrics,
                Clock.systemUTC(),
                Duration.ofHours(1),
                Optional.empty(),
                Optional.empty(),
                from,
                sourceClock);
    }

    private static void start(SocketReader reader) {
        Thread thread = new Thread(reader, "test-reader");
        thread.setDaemon(true);
        thread.start();
    }

    private static ServerSocket server() throws Exception {
        return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    }

    /** The lower of the times of two transactions. */
    private long leastMs() {
        return TimeUnit.NANOSECONDS.toMillis(metrics.latency().sinceStart().p50Ns());
    }

    @Test
    void shouldCountTheTimeInTheSocketWhileTheReaderWaitsAtTheGate() throws Exception {
        byte[] records = records(2, 3);
        try (ServerSocket server = server()) {
            start(reader(server, LatencyFrom.ARRIVAL));
            try (Socket socket = server.accept()) {
                OutputStream out = socket.getOutputStream();
                gate.enter(GATE);
                out.write(nth(records, 0));
                TestCluster.await("the reader waits at the gate", () -> gate.stalledReaders() == 1);
                // Nobody reads this one: it waits in the socket.
                out.write(nth(records, 1));
                hold();
                gate.leave(GATE);
                awaitAnswered(2);
            }
        }
        assertThat(leastMs()).as("ms to the answer").isGreaterThanOrEqualTo(HELD_MS * 98 / 100);
    }

    /** A gateway that takes batches. */
    private Gateway served() throws Exception {
        Gateway gateway = new Gateway(
                GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 10, 8),
                router,
                gate,
                answers,
                metrics,
                metrics.gateway(),
                Clock.systemUTC(),
                Duration.ofHours(1),
                Optional.empty(),
                new RulesInUse(RuleSet.shipped()));
        gateway.serve();
        return gateway;
    }

    @Test
    void shouldCountTheTimeThatAFrameWaitsAtTheGateAndBehindOneThatDoes() throws Exception {
        byte[] records = records(2, 4);
        try (Gateway gateway = served();
                RawClient client = RawClient.to(gateway.port())) {
            client.hello();
            client.readFrame();
            gate.enter(GATE);
            client.write(GatewayAbuseTest.batch(1, nth(records, 0), 1));
            TestCluster.await("the connection waits at the gate", () -> gate.stalledReaders() == 1);
            client.write(GatewayAbuseTest.batch(2, nth(records, 1), 1));
            hold();
            gate.leave(GATE);
            awaitAnswered(2);
        }
        assertThat(leastMs()).as("ms to the answer").isGreaterThanOrEqualTo(HELD_MS * 98 / 100);
    }

    @Test
    void shouldNotCountTheSilenceBeforeABatch() throws Exception {
        byte[] records = records(2, 5);
        long seenMs;
        try (Gateway gateway = served();
                RawClient client = RawClient.to(gateway.port())) {
            client.hello();
            client.readFrame();
            gate.enter(GATE);
            client.write(GatewayAbuseTest.batch(1, nth(records, 0), 1));
            TestCluster.await("the connection waits at the gate", () -> gate.stalledReaders() == 1);
            hold();
            gate.leave(GATE);
            awaitAnswered(1);
            hold();
            metrics.latency().reset();
            long beginNs = System.nanoTime();
            client.write(GatewayAbuseTest.batch(2, nth(records, 1), 1));
            awaitAnswered(2);
            seenMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
        }
        AnswerLatency.Quantiles second = metrics.latency().sinceStart();
        // However long the machine takes for it: the silence would come on top.
        assertThat(TimeUnit.NANOSECONDS.toMillis(second.maxNs()))
                .as("ms to the answer")
                .isLessThanOrEqualTo(seenMs + HELD_MS / 2);
    }

    @Test
    void shouldCountFromWhenARecordWasDueWhereThatIsConfigured() throws Exception {
        byte[] records = records(1, 6);
        try (ServerSocket server = server()) {
            start(reader(server, LatencyFrom.DUE));
            try (Socket socket = server.accept()) {
                hold();
                socket.getOutputStream().write(records);
                awaitAnswered(1);
            }
        }
        assertThat(leastMs()).as("ms to the answer").isGreaterThanOrEqualTo(HELD_MS * 98 / 100);
    }

    @Test
    void shouldCountFromWhenARecordWasDueByTheClockOfItsSource() throws Exception {
        long beginMs = System.currentTimeMillis() - 60_000;
        // The record is ahead of the real clock by two months.
        SourceClock aDayASecond = new SourceClock(beginMs, 86_400);
        byte[] records = records(1, 7);
        long seenMs;
        try (ServerSocket server = server()) {
            start(reader(server, LatencyFrom.DUE, aDayASecond));
            try (Socket socket = server.accept()) {
                long dueNs = System.nanoTime();
                RecordEncoder.putTime(aDayASecond.timeMs(System.currentTimeMillis()), records, WireRecord.TIME_INDEX);
                hold();
                socket.getOutputStream().write(records);
                awaitAnswered(1);
                seenMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - dueNs);
            }
        }
        assertThat(leastMs()).as("ms to the answer").isBetween(HELD_MS * 98 / 100, seenMs + HELD_MS / 2);
    }

    /** Lets time pass: it is what is measured. */
    private static void hold() {
        long beginNs = System.nanoTime();
        TestCluster.await("time", () -> System.nanoTime() - beginNs >= TimeUnit.MILLISECONDS.toNanos(HELD_MS));
    }
}
