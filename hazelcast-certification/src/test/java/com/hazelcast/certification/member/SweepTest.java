package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.cards.Cards;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.removing.SweepMeter;
import com.hazelcast.certification.removing.SweepSettings;
import com.hazelcast.certification.removing.Sweeper;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.certification.source.LateClock;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.map.IMap;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Silent cards of a cluster whose clock goes on: what is 90 days old goes, on every copy and on disk. */
@Timeout(180)
class SweepTest {
    private static final SweepSettings EACH_SECOND =
            new SweepSettings(Optional.of(Duration.ofSeconds(1)), Duration.ofDays(1));

    @TempDir
    private Path folder;

    private final LateClock clock = new LateClock();

    private MemberConfig.OnDisk onDisk(int member) {
        return new MemberConfig.OnDisk(
                folder.resolve("data-" + member), Durability.WRITTEN, Optional.empty(), 2, Duration.ofSeconds(3));
    }

    /** Days go by, and one card of each shard gets a transaction. */
    private void letPass(TestCluster cluster, FraudMember member, int days) {
        clock.pass(Duration.ofDays(days));
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            byte[] transaction = cluster.transactionsOf(keys.keyOf(shard), 1);
            TransactionLayout.put(
                    transaction,
                    0,
                    TransactionLayout.cardAt(transaction, 0),
                    TransactionLayout.times(clock.millis(), 107, 107),
                    TransactionLayout.paymentAt(transaction, 0),
                    TransactionLayout.outcomeAt(transaction, 0));
            byte[] unused =
                    map.executeOnKey(keys.keyOf(shard), new ScoreBatch(new BatchId(days, shard), transaction, 1));
        }
    }

    private static long counted(FraudMember member, String metric) {
        return member.metrics().registry().scrape(metric::equals).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .mapToLong(point -> (long) point.getValue())
                .sum();
    }

    /** Fails the first time in a way that no caller foresees, and counts. */
    private static final class FailingMeter implements SweepMeter {
        private final AtomicInteger parts = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();

        @Override
        public void begin(Duration interval) {
            assertThat(interval).isEqualTo(Duration.ofSeconds(1));
        }

        @Override
        public void swept(long cards, long entries, long cardsRemoved, long elapsedNs) {
            if (parts.getAndIncrement() == 0) {
                throw new AssertionError("planted: an error in a sweep");
            }
        }

        @Override
        public void failed() {
            failures.incrementAndGet();
        }
    }

    private static void awaitAgreement(TestCluster cluster) {
        TestCluster.await(
                "copies agree", () -> cluster.control().audit().verify().isGood());
    }

    @Test
    void shouldDropWhatIsOldOfSilentCardsOnEveryCopyAndOnDisk() throws IOException {
        try (TestCluster cluster =
                new TestCluster().withClock(clock).withSweeps(EACH_SECOND).withStorage(this::onDisk)) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            TestCluster.await("sweeps have begun", () -> counted(first, "fraud_sweep_cards") > TestCluster.CARDS);
            assertThat(cluster.survey().held()).isEqualTo(TestCluster.LOADED);
            ShardKeys keys = ShardKeys.of(first.hazelcast());
            int shardCount = keys.shardCount();
            Cards cards = new Cards(
                    ShardMap.of(first.hazelcast()), keys, 1, Acks.STRICT, first.copies(), () -> ShardPresence.AWAITED);
            // Not before its shard is on disk.
            TestCluster.await(
                    "a card is opened",
                    () -> Set.of(Cards.Opening.OPENED, Cards.Opening.KNOWN)
                            .contains(cards.open(new long[] {TestCluster.CARDS}).join()[0]));

            letPass(cluster, first, 45);
            // Half of what was loaded is older than 90 days. Each card has six transactions, each in its own sixth of
            // the time.
            TestCluster.await(
                    "half of the histories are gone",
                    () -> cluster.survey().held() == TestCluster.LOADED / 2 + shardCount);
            awaitAgreement(cluster);
            assertThat(counted(first, "fraud_sweep_entries_dropped") + counted(second, "fraud_sweep_entries_dropped"))
                    .isGreaterThan(TestCluster.LOADED / 2 - 100);
            assertThat(counted(first, "fraud_sweep_failures")).isZero();
            assertThat(first.metrics().registry().scrape("fraud_sweep_interval_seconds"::equals).stream()
                            .map(GaugeSnapshot.class::cast)
                            .flatMap(snapshot -> snapshot.getDataPoints().stream()))
                    .singleElement()
                    .returns(1.0, GaugeSnapshot.GaugeDataPointSnapshot::getValue);

            letPass(cluster, first, 46);
            TestCluster.await("silent cards are empty", () -> cluster.survey().held() == 2L * shardCount);
            assertThat(cluster.survey().cards()).isGreaterThanOrEqualTo(TestCluster.CARDS);
            letPass(cluster, first, 2);
            TestCluster.await(
                    "all silent cards are gone, and not the one that is to pay for the first time",
                    () -> cluster.survey().cards() == shardCount + 1);
            awaitAgreement(cluster);
            ShardSurvey left = cluster.survey();
            cluster.kill(second);
            cluster.kill(first);

            FraudMember unused = cluster.startMember();
            FraudMember unusedOther = cluster.startMember();
            cluster.awaitMembers(2);
            TestCluster.await("all shards are there", () -> cluster.control().missingShards() == 0);
            awaitAgreement(cluster);
            assertThat(cluster.survey().held()).isEqualTo(left.held());
            assertThat(cluster.survey().cards()).isEqualTo(left.cards());
            assertThat(cluster.survey().everInserted()).isEqualTo(left.everInserted());
        }
    }

    @Test
    void shouldGoOnWhenAPartFailsInAWayThatNobodyForesaw() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember unused = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            FailingMeter meter = new FailingMeter();
            Sweeper sweeper = new Sweeper(
                    first.hazelcast(),
                    ShardMap.of(first.hazelcast()),
                    ShardKeys.of(first.hazelcast()),
                    Clock.systemUTC(),
                    EACH_SECOND,
                    meter);
            try {
                TestCluster.await("the sweep goes on", () -> meter.parts.get() > 1);
                assertThat(meter.failures.get()).isPositive();
            } finally {
                sweeper.close();
            }
        }
    }
}
