package com.hazelcast.certification.member;

import static com.hazelcast.certification.member.HeldShardTest.IN_FLIGHT;
import static com.hazelcast.certification.member.HeldShardTest.gauge;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.source.GeneratedSources;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.source.TransactionSource;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A member is killed that reads a source, which gets no answers. What it had read and not scored is lost, and what was in the buffers of
 * its connection; no more than USAGE.md says, as counted from what the source has sent and what the other members hold.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KilledReaderTest {
    /** What a member may have read and not answered: three times the key in-flight. */
    private static final long READ_MAX = 3L * IN_FLIGHT;

    /** What a reader has taken from its socket and not handed on: a read, and the beginning of a record. */
    private static final long READER_MAX = 4_096 + 1;

    /** What source and member ask the system for as buffers of their sockets; Linux gives up to twice that. */
    private static final long SOCKETS_MAX = 2L * ((1 << 20) + (256 << 10)) / WireRecord.SIZE_BYTES;

    /** The call that is out when a member is killed may still be scored. */
    private static final long BATCH_LIMIT = 512;

    /** A member that has ended cuts its connections after some seconds. */
    private static final Duration CUT_WITHIN = Duration.ofMinutes(1);

    @Test
    void shouldLoseNoMoreThanItsBoundWhenAReaderIsKilledAtFullLoad() throws Exception {
        try (TransactionSource source = openSource();
                TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember();
            FraudMember victim = startReader(cluster, source);
            TestCluster.await(
                    "scoring under way", () -> victim.metrics().accounting().scored() > 2 * READ_MAX);

            Accounting last = victim.metrics().accounting();
            cluster.kill(victim);

            assertThat(lostOf(last, source, cluster, stays)).isBetween(1L, READ_MAX + READER_MAX + SOCKETS_MAX);
        }
    }

    /** With as much in its memory as a reader takes in: more than the limit waits for one shard, and the reader waits for room. */
    @Test
    void shouldLoseWhatHadNoAnswerWhenAReaderIsKilledWhileAShardGivesNone() throws Exception {
        try (TransactionSource source = openSource();
                TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember();
            FraudMember victim = startReader(cluster, source);
            TestCluster.await(
                    "scoring under way", () -> victim.metrics().accounting().scored() > IN_FLIGHT);
            Integer key = cluster.keyOwnedBy(stays);
            ShardMap.of(stays.hazelcast()).lock(key);
            TestCluster.await("the reader waits", () -> gauge(victim, "fraud_transactions_set_aside") >= IN_FLIGHT);
            TestCluster.await(
                    "all else is answered",
                    () -> victim.metrics().accounting().inFlight()
                            == (long) gauge(victim, "fraud_transactions_set_aside"));

            Accounting last = victim.metrics().accounting();
            cluster.kill(victim);
            cluster.awaitMembers(2);
            ShardMap.of(stays.hazelcast()).unlock(key);

            assertThat(last.inFlight()).isBetween((long) IN_FLIGHT, READ_MAX);
            assertThat(lostOf(last, source, cluster, stays))
                    .as("nothing but what it had read and not scored, and its buffers: " + last)
                    .isBetween(last.inFlight() - BATCH_LIMIT, last.inFlight() + READER_MAX + SOCKETS_MAX);
        }
    }

    /** One that sends as fast as it is read, without an end. */
    private static TransactionSource openSource() throws IOException {
        TransactionSource source = TransactionSource.generated(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new GeneratedStream(Traffic.CHALLENGE, TestCluster.CARDS, 7),
                TransactionSource.Rate.of(0),
                0,
                Clock.systemUTC());
        GeneratedSources.run(source);
        return source;
    }

    /** The third member, which alone reads the source; it scores when this returns. */
    private static FraudMember startReader(TestCluster cluster, TransactionSource source) throws IOException {
        FraudMember unused = cluster.startMember();
        FraudMember reader = cluster.startMember(InetSocketAddress.createUnresolved("127.0.0.1", source.port()));
        cluster.awaitMembers(3);
        cluster.load();
        cluster.control().start();
        return reader;
    }

    /**
     * How many of the source's transactions no member holds, when its connection has ended. All that was scored is held, each
     * transaction once, and all copies are equal.
     *
     * @param last what the killed member had counted
     * @param stays a member that lives
     */
    private static long lostOf(Accounting last, TransactionSource source, TestCluster cluster, FraudMember stays)
            throws IOException, InterruptedException {
        cluster.awaitMembers(2);
        source.stop(CUT_WITHIN);
        long held = cluster.survey().everInserted() - TestCluster.LOADED;
        assertThat(held).as("all that was scored").isGreaterThanOrEqualTo(last.scored());
        assertThat(heldTwice(cluster, ShardKeys.of(stays.hazelcast()).shardCount()))
                .as("held twice")
                .isZero();
        assertThat(cluster.control().audit().verify().problems()).isEmpty();
        return source.sentCount() - held;
    }

    /** How many transactions the owners hold that they hold already. */
    private static int heldTwice(TestCluster cluster, int shardCount) {
        int twice = 0;
        for (int shard = 0; shard < shardCount; shard++) {
            byte[] held = cluster.control().audit().readShard(shard).get(0);
            Set<Payment> seen = new HashSet<>();
            for (int offset = 0; offset < held.length; offset += TransactionLayout.TRANSACTION_SIZE_BYTES) {
                twice += seen.add(Payment.at(held, offset)) ? 0 : 1;
            }
        }
        return twice;
    }

    /** What makes a transaction the same, whatever was decided. */
    private record Payment(long card, long times, long payment, int city) {
        static Payment at(byte[] held, int offset) {
            return new Payment(
                    TransactionLayout.cardAt(held, offset),
                    TransactionLayout.timesAt(held, offset),
                    TransactionLayout.paymentAt(held, offset),
                    TransactionLayout.city(TransactionLayout.outcomeAt(held, offset)));
        }
    }
}
