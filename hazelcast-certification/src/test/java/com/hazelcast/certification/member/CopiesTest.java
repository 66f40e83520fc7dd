package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.map.IMap;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What owners say of the copies of their shards: real members in this JVM, with one backup. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CopiesTest {
    private static final long COUNT = 2_000;

    @Test
    void shouldConfirmNoShardWhenTheMembersAreThoseOfAnEarlierTimeAgain() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember(cluster.startSource(COUNT, 0));
            cluster.load();
            cluster.control().start();
            cluster.awaitAnswered(stays, COUNT);

            FraudMember dies = cluster.startMember();
            cluster.awaitMembers(2);
            assertThat(cluster.keyOwnedBy(dies)).as("a shard that moved").isNotNull();
            cluster.kill(dies);
            cluster.awaitMembers(1);

            assertThat(confirmedShards(cluster, stays)).isEmpty();
        }
    }

    @Test
    void shouldNotReleaseAnAnswerWhoseBackupWasLeftOutBecauseItsMemberHadLeft() throws Exception {
        try (TestCluster cluster = new TestCluster().withDegradedAfter(Optional.empty())) {
            FraudMember owner = cluster.startMember(cluster.startSource(COUNT, 0));
            FraudMember dies = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            cluster.awaitAnswered(owner, COUNT);
            Integer key = cluster.keyOwnedBy(owner);
            PausingMap map = new PausingMap(ShardMap.of(owner.hazelcast()));
            AtomicInteger released = new AtomicInteger();
            try (Router router = new Router(
                    map.proxy(),
                    keys(owner),
                    512,
                    TestCluster.LATENCY_TARGET,
                    Acks.STRICT,
                    owner.copies(),
                    new FraudMetrics(Clock.systemUTC()))) {
                router.route(
                        shardOf(owner, key),
                        cluster.transactionsOf(key, 1),
                        0,
                        1,
                        (answers, offset, count, arrivedNs) -> released.addAndGet(count),
                        System.nanoTime());
                map.awaitPause();
                cluster.kill(dies);
                TestCluster.await("the loss is seen", () -> membersSeenBy(owner) == 1);
                map.goOn();
                TestCluster.await(
                        "the answer is held", () -> owner.copyFigures().shardsWaiting() == 1);

                assertThat(BatchAnswer.isConfirmed(map.pausedAnswer()))
                        .as("confirmed by the look before the backup was left out")
                        .isTrue();
                assertThat(released).as("released with a single copy").hasValue(0);
                cluster.startMember();
                TestCluster.await("the answer is released", () -> released.get() == 1);
                cluster.awaitMembers(2);
                assertThat(cluster.control().audit().verify().problems()).isEmpty();
            }
        }
    }

    @Test
    void shouldAskAnotherOwnerWhetherItStillSeesTheMembersThatItSaw() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember asks = cluster.startMember();
            FraudMember owner = cluster.startMember();
            cluster.load();
            cluster.awaitMembers(2);
            int shard = shardOf(owner, cluster.keyOwnedBy(owner));
            long view = BatchAnswer.view(score(cluster, owner, shard));

            assertThat(isStillSeen(asks, shard, view)).isTrue();
            assertThat(isStillSeen(owner, shard, view)).isTrue();
            cluster.startMember();
            assertThat(isStillSeen(asks, shard, view)).isFalse();
            assertThat(isStillSeen(owner, shard, view)).isFalse();
        }
    }

    @Test
    void shouldGiveAnotherNumberToEachListOfMembersAndNoneWhileItStays() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            Cluster seen = cluster.startMember().hazelcast().getCluster();
            MembersView members = new ShardContext(1, 1).members();
            long alone = members.look(seen).number();
            assertThat(members.look(seen).number()).isEqualTo(alone);

            FraudMember second = cluster.startMember();
            long two = members.look(seen).number();
            cluster.kill(second);
            TestCluster.await("the loss is seen", () -> seen.getMembers().size() == 1);

            assertThat(two).isGreaterThan(alone);
            assertThat(members.look(seen).number())
                    .as("the same members as at first")
                    .isGreaterThan(two);
            assertThat(seen.getMembers())
                    .as("the list, which is compared by reference")
                    .isSameAs(seen.getMembers());
        }
    }

    private static int membersSeenBy(FraudMember member) {
        return member.hazelcast().getCluster().getMembers().size();
    }

    private static boolean isStillSeen(FraudMember member, int shard, long view) throws Exception {
        return member.copies().isStillSeen(shard, view).toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    private static ShardKeys keys(FraudMember member) {
        return ShardKeys.of(member.hazelcast());
    }

    private static int shardOf(FraudMember member, Integer key) {
        return member.hazelcast().getPartitionService().getPartition(key).getPartitionId();
    }

    private static byte[] score(TestCluster cluster, FraudMember member, int shard) throws Exception {
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        Integer key = keys(member).keyOf(shard);
        ScoreBatch batch = new ScoreBatch(new BatchId(7, 1), cluster.transactionsOf(key, 1), 1);
        return map.submitToKey(key, batch).toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    /** The shards whose owners say that all copies are there. */
    private static List<Integer> confirmedShards(TestCluster cluster, FraudMember member) throws Exception {
        List<Integer> confirmed = new ArrayList<>();
        for (int shard = 0; shard < keys(member).shardCount(); shard++) {
            if (BatchAnswer.isConfirmed(score(cluster, member, shard))) {
                confirmed.add(shard);
            }
        }
        return confirmed;
    }
}
