package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.gateway.GatewayTest;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.map.IMap;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One shard gives no answers; the others go on. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HeldShardTest {
    private static final int HELD_SHARD = 3;

    /** Several times what a member may have in flight. */
    private static final int COUNT = 60_000;

    /** As members of a {@link TestCluster} are configured. */
    static final int IN_FLIGHT = 16_384;

    /** More than a client may have unanswered, and less than that of each shard. */
    private static final int WAITING_COUNT = 20_000;

    /** Calls for that shard wait until it is unlocked: its owner works, and gives no answers. */
    private static Integer lock(FraudMember member) {
        Integer key = ShardKeys.of(member.hazelcast()).keyOf(HELD_SHARD);
        map(member).lock(key);
        return key;
    }

    private static IMap<Integer, HistoryShard> map(FraudMember member) {
        return ShardMap.of(member.hazelcast());
    }

    static double gauge(FraudMember member, String name) {
        return member.metrics().registry().scrape().stream()
                .filter(snapshot -> snapshot.getMetadata().getPrometheusName().equals(name))
                .flatMap(snapshot -> ((GaugeSnapshot) snapshot).getDataPoints().stream())
                .mapToDouble(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no such metric: " + name));
    }

    private static long card(int index) {
        return index % TestCluster.CARDS;
    }

    private static boolean isOfHeldShard(FraudMember member, int index) {
        int shards = ShardKeys.of(member.hazelcast()).shardCount();
        return CardHash.shard(CardHash.of(card(index)), shards) == HELD_SHARD;
    }

    private static Transaction transaction(int index, long timeMs) {
        return new Transaction(String.format("%014d", card(index)), timeMs, 107, 0, index, 107, 494, 9_691, 74_106);
    }

    private static ClientConfig waiting(FraudMember member) {
        return GatewayTest.plainClient(member).withUnacknowledgedMax(4_000);
    }

    @Test
    void shouldAnswerAllOthersAndSendBackWhatIsOfTheShardThatGivesNoAnswers() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            cluster.load();
            cluster.control().start();
            Integer key = lock(member);
            long timeMs = System.currentTimeMillis();
            List<CompletableFuture<Verdict>> answers = new ArrayList<>();
            double heldMax = 0;
            try (FraudClient client = FraudClient.connect(waiting(member).withDeferrals())) {
                for (int i = 0; i < COUNT; i++) {
                    answers.add(client.send(transaction(i, timeMs)).toCompletableFuture());
                }
                for (int i = 0; i < COUNT; i++) {
                    Verdict verdict = answers.get(i).get(1, TimeUnit.MINUTES);
                    assertThat(verdict.status() == Verdict.Status.DEFERRED)
                            .as("transaction " + i + ": " + verdict)
                            .isEqualTo(isOfHeldShard(member, i));
                }
                heldMax = gauge(member, "fraud_transactions_set_aside");
                assertThat(gauge(member, "fraud_shards_without_answers")).isEqualTo(1);
                assertThat(heldMax)
                        .as("what came before it was seen, and no more")
                        .isBetween(1.0, (double) IN_FLIGHT / 4);
                assertThat(member.metrics().gateway().recordsDeferred()).isPositive();

                map(member).unlock(key);
                TestCluster.await(
                        "what was held is answered",
                        () -> member.metrics().accounting().inFlight() == 0);
                List<CompletableFuture<Verdict>> again = new ArrayList<>();
                for (int i = 0; i < COUNT; i++) {
                    if (isOfHeldShard(member, i)) {
                        again.add(client.send(transaction(i, timeMs)).toCompletableFuture());
                    }
                }
                assertThat(again)
                        .extracting(answer -> answer.get(1, TimeUnit.MINUTES).status())
                        .contains(Verdict.Status.DUPLICATE, Verdict.Status.SCORED)
                        .doesNotContain(Verdict.Status.DEFERRED, Verdict.Status.REJECTED);
            }
            assertThat(gauge(member, "fraud_transactions_set_aside")).isZero();
            assertThat(cluster.survey().everInserted()).as("each scored once").isEqualTo(TestCluster.LOADED + COUNT);
        }
    }

    @Test
    void shouldAnswerOtherClientsAndAllElseOfOneThatWaitsForEachAnswer() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            cluster.load();
            cluster.control().start();
            Integer key = lock(member);
            long timeMs = System.currentTimeMillis();
            try (FraudClient waits = FraudClient.connect(waiting(member));
                    FraudClient other = FraudClient.connect(waiting(member).withDeferrals())) {
                List<CompletionStage<Verdict>> unanswered = new ArrayList<>();
                long ofHeldShard = 0;
                for (int i = 0; i < WAITING_COUNT; i++) {
                    unanswered.add(waits.send(transaction(i, timeMs)));
                    ofHeldShard += isOfHeldShard(member, i) ? 1 : 0;
                }
                assertThat(ofHeldShard).isBetween(1L, 3_999L);
                for (int i = WAITING_COUNT; i < COUNT; i++) {
                    other.send(transaction(i, timeMs)).toCompletableFuture().thenAccept(verdict -> {});
                }
                TestCluster.await("the other is answered", () -> other.unacknowledged() == 0);
                long held = ofHeldShard;
                TestCluster.await("all of other shards is answered", () -> waits.unacknowledged() == held);

                map(member).unlock(key);
                for (CompletionStage<Verdict> stage : unanswered) {
                    // What was on its way when its shard was locked is scored, and a duplicate when it is sent again.
                    assertThat(stage.toCompletableFuture()
                                    .get(1, TimeUnit.MINUTES)
                                    .status())
                            .isIn(Verdict.Status.SCORED, Verdict.Status.DUPLICATE);
                }
            }
        }
    }

    @Test
    void shouldReadASourceUntilAsMuchAsTheLimitIsHeldAndLeaveTheGatewayItsRoom() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            long fromSource = 600_000;
            FraudMember member = cluster.startMember(GatewayTest.plain(), cluster.startSource(fromSource, 0));
            cluster.load();
            Integer key = lock(member);
            cluster.control().start();
            TestCluster.await("the reader waits", () -> gauge(member, "fraud_transactions_set_aside") >= IN_FLIGHT);
            TestCluster.await(
                    "all others answered",
                    () -> member.metrics().accounting().inFlight()
                            == (long) gauge(member, "fraud_transactions_set_aside"));
            assertThat(gauge(member, "fraud_readers_stalled")).isEqualTo(1);
            long read = member.metrics().accounting().received();
            assertThat(read).as("of the source's").isLessThan(fromSource);

            long timeMs = System.currentTimeMillis();
            try (FraudClient client = FraudClient.connect(waiting(member).withDeferrals())) {
                for (int i = 0; i < COUNT; i++) {
                    client.send(transaction(i, timeMs)).toCompletableFuture().thenAccept(verdict -> {});
                }
                TestCluster.await("the client is answered", () -> client.unacknowledged() == 0);
                assertThat(gauge(member, "fraud_transactions_set_aside")).isLessThanOrEqualTo(2 * IN_FLIGHT);
            }

            map(member).unlock(key);
            cluster.awaitAnswered(member, fromSource + COUNT * 12L / 14);
        }
    }
}
