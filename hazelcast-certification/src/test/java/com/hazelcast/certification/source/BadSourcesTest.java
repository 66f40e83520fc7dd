package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.UnaskedGuard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.WireRecord;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real member whose sources behave badly. The accounting must balance to the record. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class BadSourcesTest {
    private static final int GARBAGE_BYTES = 8 << 20;
    private static final int GARBAGE_RUN_BYTES_MAX = 5_000;

    private final TransactionGenerator generator = new TransactionGenerator(TestCluster.CARDS, 11);

    /** The next transactions of this test, of now. */
    private byte[] records(int count) {
        byte[] records = new byte[count * WireRecord.SIZE_BYTES];
        generator.fill(records, 0, count, System.currentTimeMillis());
        return records;
    }

    private static Map<String, Integer> rejectedByReason(FraudMember member) {
        CounterSnapshot rejected = member.metrics().registry().scrape().stream()
                .filter(metric -> metric.getMetadata().getName().equals("fraud_transactions_rejected"))
                .map(CounterSnapshot.class::cast)
                .findFirst()
                .orElseThrow();
        return rejected.getDataPoints().stream()
                .filter(point -> point.getValue() > 0)
                .collect(Collectors.toMap(point -> point.getLabels().get("reason"), point -> (int) point.getValue()));
    }

    private static FraudMember startScoring(TestCluster cluster, InetSocketAddress... from) throws IOException {
        FraudMember member = cluster.startMember(from);
        cluster.load();
        cluster.control().start();
        return member;
    }

    /** Waits for the last of the records, then lets the reader end and compares. */
    private static void assertAccounting(TestCluster cluster, FraudMember member, int scored, int rejected) {
        cluster.awaitAnswered(member, scored + rejected);
        assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + scored);
        cluster.control().stop();
        assertThat(member.metrics().accounting()).isEqualTo(new Accounting(scored + rejected, scored, 0, rejected, 0));
    }

    @Test
    void shouldRejectThePartAndScoreAllAroundItWhenASourceClosesInTheMiddleOfARecord() throws IOException {
        int[] partBytes = {1, 50, 99};
        ScriptedSource.Script[] scripts = new ScriptedSource.Script[partBytes.length + 1];
        for (int i = 0; i < partBytes.length; i++) {
            int sentBytes = 1_000 * WireRecord.SIZE_BYTES + partBytes[i];
            scripts[i] = out -> out.write(records(1_001), 0, sentBytes);
        }
        scripts[partBytes.length] = out -> out.write(records(500));
        try (ScriptedSource source = new ScriptedSource(scripts);
                TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, source.address());
            assertAccounting(cluster, member, 3_500, 3);
            assertThat(rejectedByReason(member)).isEqualTo(Map.of(Rejection.TRUNCATED.label(), 3));
            assertThat(source.isSent()).isTrue();
        }
    }

    @Test
    void shouldLoseNothingWhenASourceStallsInTheMiddleOfARecord() throws IOException {
        CountDownLatch goOn = new CountDownLatch(1);
        ScriptedSource.Script stalling = out -> {
            byte[] all = records(2_001);
            int stallBytes = 1_000 * WireRecord.SIZE_BYTES + 37;
            out.write(all, 0, stallBytes);
            goOn.await();
            int dribbledBytes = 2 * WireRecord.SIZE_BYTES;
            for (int i = 0; i < dribbledBytes; i++) {
                out.write(all, stallBytes + i, 1);
            }
            out.write(all, stallBytes + dribbledBytes, all.length - stallBytes - dribbledBytes);
        };
        try (ScriptedSource source = new ScriptedSource(stalling);
                TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, source.address());
            cluster.awaitAnswered(member, 1_000);
            assertThat(member.status().accounting())
                    .as("while it stalls")
                    .isEqualTo(new Accounting(1_000, 1_000, 0, 0, 0));
            goOn.countDown();
            assertAccounting(cluster, member, 2_001, 0);
        }
    }

    @Test
    void shouldNotCallARecordTruncatedThatTheMemberItselfCutOff() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedSource.Script deaf = out -> {
            out.write(records(1_001), 0, 1_000 * WireRecord.SIZE_BYTES + 37);
            never.await();
        };
        try (ScriptedSource source = new ScriptedSource(deaf);
                TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, source.address());
            assertAccounting(cluster, member, 1_000, 0);
        }
    }

    @Test
    void shouldScoreEveryGoodRecordAndTheOtherSourceWhenASourceSendsGarbage() throws IOException {
        long seed = System.nanoTime();
        System.out.println("garbage: seed=" + seed);
        GarbageScript garbage = new GarbageScript(new Random(seed));
        try (ScriptedSource source = new ScriptedSource(garbage);
                TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, source.address(), cluster.startSource(20_000, 0));
            TestCluster.await("all garbage sent", source::isSent);
            assertThat(garbage.goodCount).isPositive();
            assertAccounting(cluster, member, garbage.goodCount + 20_000, garbage.lineCount);
        }
    }

    /** Runs of random bytes, each closed by a newline and followed by good records. Each line of garbage is one rejection. */
    private final class GarbageScript implements ScriptedSource.Script {
        private final Random random;
        private int goodCount;
        private int lineCount;

        GarbageScript(Random random) {
            this.random = random;
        }

        @Override
        public void send(OutputStream out) throws IOException {
            int sentBytes = 0;
            while (sentBytes < GARBAGE_BYTES) {
                byte[] run = new byte[1 + random.nextInt(GARBAGE_RUN_BYTES_MAX)];
                random.nextBytes(run);
                run[run.length - 1] = WireRecord.NEWLINE;
                for (byte b : run) {
                    lineCount += b == WireRecord.NEWLINE ? 1 : 0;
                }
                int good = random.nextInt(10);
                out.write(run);
                out.write(records(good));
                goodCount += good;
                sentBytes += run.length;
            }
        }
    }

    @Test
    void shouldTakeNoMemoryForARecordThatDoesNotEnd() throws IOException {
        CountDownLatch goOn = new CountDownLatch(1);
        ScriptedSource.Script endless = out -> {
            out.write(records(100));
            goOn.await();
            byte[] part = new byte[1 << 16];
            Arrays.fill(part, (byte) '7');
            for (int sentBytes = 0; sentBytes < GARBAGE_BYTES; sentBytes += part.length) {
                out.write(part);
            }
            out.write(WireRecord.NEWLINE);
            out.write(records(100));
        };
        try (ScriptedSource source = new ScriptedSource(endless);
                TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, source.address());
            cluster.awaitAnswered(member, 100);
            long beforeBytes = allocatedByReadersBytes();
            goOn.countDown();
            cluster.awaitAnswered(member, 201);
            assertThat(allocatedByReadersBytes() - beforeBytes)
                    .as("bytes allocated by the readers for %d bytes without an end", GARBAGE_BYTES)
                    .isLessThan(GARBAGE_BYTES / 8);
            assertAccounting(cluster, member, 200, 1);
            assertThat(rejectedByReason(member)).isEqualTo(Map.of(Rejection.LENGTH.label(), 1));
        }
    }

    private static long allocatedByReadersBytes() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("fraud-reader-"))
                .mapToLong(thread -> Math.max(0, threads.getThreadAllocatedBytes(thread.getThreadId())))
                .sum();
    }

    @Test
    void shouldReadASourceThatComesLate() throws IOException {
        int port = LocalCluster.freePort();
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, InetSocketAddress.createUnresolved("127.0.0.1", port));
            MemberStatus status = member.status();
            assertThat(status.state()).as("nothing is scored yet").isEqualTo(MemberState.WAITING);
            assertThat(status.shards().loaded()).isEqualTo(status.shards().owned());
            assertThat(status.accounting()).isEqualTo(Accounting.NONE);
            try (ScriptedSource source = new ScriptedSource(port, out -> out.write(records(1_000)))) {
                assertAccounting(cluster, member, 1_000, 0);
                assertThat(source.isSent()).isTrue();
            }
        }
    }

    @Test
    void shouldReadASourceThatClosesAtOnceAgainAndAgain() throws IOException {
        ScriptedSource.Script closing = out -> {};
        try (ScriptedSource source = new ScriptedSource(closing, closing, closing, out -> out.write(records(1_000)));
                TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, source.address());
            assertAccounting(cluster, member, 1_000, 0);
            assertThat(source.isSent()).isTrue();
        }
    }

    @Test
    void shouldKeepTryingASourceWhoseNameNobodyKnows() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            Thread reader = new Thread(
                    readerOf(member, InetSocketAddress.createUnresolved("[not a name", 9_000)), "nameless-source");
            reader.start();
            TestCluster.await(
                    "the reader to wait before it tries again",
                    () -> reader.getState() == Thread.State.TIMED_WAITING || !reader.isAlive());
            assertThat(reader.isAlive()).as("the reader still tries").isTrue();
            reader.interrupt();
            reader.join();
        }
    }

    @Test
    void shouldStopInTimeWhenASourceNeverTakesTheConnection() throws IOException {
        try (FullSource source = new FullSource();
                TestCluster cluster = new TestCluster()) {
            FraudMember member = startScoring(cluster, source.address());
            long beginNs = System.nanoTime();
            cluster.control().stop();
            assertThat(System.nanoTime() - beginNs)
                    .as("ns to stop: the grace for a source is two seconds, that for answers ten")
                    .isLessThan(TimeUnit.SECONDS.toNanos(8));
            assertThat(member.status().state()).isEqualTo(MemberState.IDLE);
        }
    }

    private static SocketReader readerOf(FraudMember member, InetSocketAddress source) {
        var hazelcast = member.hazelcast();
        Router router = new Router(
                ShardMap.of(hazelcast),
                ShardKeys.of(hazelcast),
                512,
                TestCluster.LATENCY_TARGET,
                Acks.FAST,
                new UnaskedGuard(),
                member.metrics());
        InFlightGate gate = new InFlightGate(16_384);
        AnswerAccounting answers = new AnswerAccounting(gate, member.metrics());
        return new SocketReader(
                source,
                router,
                gate,
                answers,
                member.metrics(),
                Clock.systemUTC(),
                Duration.ofHours(1),
                Optional.empty(),
                Optional.empty(),
                LatencyFrom.ARRIVAL,
                SourceClock.REAL);
    }
}
