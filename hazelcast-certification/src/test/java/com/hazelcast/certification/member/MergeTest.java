package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.config.EndpointConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two members in this JVM that lose each other and find each other again, with one backup. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MergeTest {
    /** Of a member that has been requested to score, as soon as there is something to score. */
    private static final Set<MemberState> STARTED =
            Set.of(MemberState.SCORING, MemberState.WAITING, MemberState.WAITING_FOR_LOAD);

    private static final int OTHER_VERDICT = CertificationRules.LAST_ID;

    /** What the owner that is asked has of a shard, in this JVM. */
    private static final Set<HistoryShard> SEEN =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    @TempDir
    private Path folder;

    /** Which of the two Hazelcast merges into the other follows from their addresses, so each has to be the one that went on. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerAsTheSideThatWentOnWhicheverIsMergedIntoTheOther(boolean firstGoesOn) throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.withLinks(new MemberLinks(folder))
                    .withDegradedAfter(degradedAfter(firstGoesOn))
                    .startMember();
            FraudMember second =
                    cluster.withDegradedAfter(degradedAfter(!firstGoesOn)).startMember();
            cluster.load();
            cluster.awaitMembers(2);
            FraudMember goesOn = firstGoesOn ? first : second;
            FraudMember stands = firstGoesOn ? second : first;
            Integer key = cluster.keyOwnedBy(stands);
            byte[] transaction = cluster.transactionsOf(key, 1);
            try (Source before = new Source(goesOn, key, transaction)) {
                before.awaitAnswer();
            }

            cluster.cutLinks();
            TestCluster.await("each is alone", () -> membersSeenBy(first) == 1 && membersSeenBy(second) == 1);
            TransactionLayout.put(
                    transaction,
                    0,
                    TransactionLayout.cardAt(transaction, 0),
                    TransactionLayout.timesAt(transaction, 0) + (1L << 20),
                    TransactionLayout.paymentAt(transaction, 0),
                    TransactionLayout.outcomeAt(transaction, 0));
            map(stands).executeOnKey(key, new Plant(transaction, OTHER_VERDICT));
            short answered;
            try (Source alone = new Source(goesOn, key, transaction);
                    Source held = new Source(stands, key, transaction)) {
                answered = alone.awaitAnswer();
                assertThat(Answer.isScored(answered)).isTrue();
                assertThat(Answer.verdict(answered)).isNotEqualTo(OTHER_VERDICT);
                TestCluster.await(
                        "the other side holds its answer",
                        () -> stands.copyFigures().shardsWaiting() == 1);

                cluster.healLinks();
                assertThat(Answer.verdict(held.awaitAnswer())).isEqualTo(Answer.verdict(answered));
                for (FraudMember member : List.of(first, second)) {
                    try (Source again = new Source(member, key, transaction)) {
                        assertThat(again.awaitAnswer()).isEqualTo(Answers.duplicate(Answer.verdict(answered)));
                    }
                }
            }
            cluster.awaitMembers(2);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    private static Optional<Duration> degradedAfter(boolean goesOn) {
        return goesOn ? Optional.of(Duration.ofMillis(100)) : Optional.empty();
    }

    @Test
    void shouldReplaceNoShardOfTheSideMergedIntoWhereNothingIsAddedAndNoticeWhatLeavesAfterwards() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.withLinks(new MemberLinks(folder)).withDegradedAfter(Optional.empty());
            List<FraudMember> members = List.of(cluster.startMember(), cluster.startMember());
            cluster.load();
            cluster.awaitMembers(2);
            Queue<FraudMember> merging = new ConcurrentLinkedQueue<>();
            Queue<FraudMember> merged = new ConcurrentLinkedQueue<>();
            Map<FraudMember, AtomicInteger> departed = new IdentityHashMap<>();
            for (FraudMember member : members) {
                HazelcastInstance hazelcast = member.hazelcast();
                var unused = hazelcast.getLifecycleService().addLifecycleListener(event -> {
                    if (event.getState() == LifecycleState.MERGING) {
                        merging.add(member);
                    } else if (event.getState() == LifecycleState.MERGED) {
                        merged.add(member);
                    }
                });
                AtomicInteger count = new AtomicInteger();
                departed.put(member, count);
                var unusedToo = hazelcast
                        .getPartitionService()
                        .addMigrationListener(
                                new DepartedShards(hazelcast.getCluster()::getLocalMember, count::incrementAndGet));
            }
            cluster.cutLinks();
            int shards = keys(members.get(0)).shardCount();
            TestCluster.await(
                    "each is alone with all shards",
                    () -> members.stream()
                            .allMatch(member -> membersSeenBy(member) == 1
                                    && map(member).localKeySet().size() == shards));
            Set<HistoryShard> before = objectsOwnedBy(members.get(0));
            before.addAll(objectsOwnedBy(members.get(1)));
            assertThat(before).hasSize(2 * shards);

            cluster.healLinks();
            TestCluster.await("one has merged into the other", () -> merged.size() == 1);
            cluster.awaitMembers(2);

            FraudMember stays = members.get(members.get(0) == merged.element() ? 1 : 0);
            assertThat(merging).containsExactly(merged.element());
            Set<HistoryShard> replaced = objectsOwnedBy(stays);
            assertThat(replaced).as("shards that it still owns").isNotEmpty();
            replaced.removeAll(before);
            assertThat(replaced).as("of these, other objects than before").isEmpty();
            assertThat(cluster.control().audit().verify().problems()).isEmpty();

            departed.get(merged.element()).set(0);
            cluster.startMember();
            cluster.awaitMembers(3);
            assertThat(departed.get(merged.element()))
                    .as("shards that have left the member that merged")
                    .hasPositiveValue();
        }
    }

    @Test
    void shouldHoldAnswersOfAMemberThatHasJoinedUntilEachOfTheOthersHasDelivered() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember delivers = cluster.startMember();
            cluster.load();
            cluster.awaitMembers(2);
            delivers.shards().deliveries().begin();
            FraudMember joined = cluster.startMember();
            cluster.awaitMembers(3);
            Integer key = cluster.keyOwnedBy(joined);
            byte[] transaction = cluster.transactionsOf(key, 1);

            assertThat(BatchAnswer.isScored(submit(joined, key, transaction)))
                    .as("scored on a shard that may be incomplete")
                    .isFalse();
            assertThat(cluster.control().audit().verify().problems())
                    .as("a backup has what was not scored")
                    .isEmpty();
            try (Source held = new Source(first, key, transaction)) {
                TestCluster.await(
                        "the answer is held", () -> first.copyFigures().shardsWaiting() == 1);
                TestCluster.pause();
                assertThat(held.answers).isEmpty();

                delivers.shards().deliveries().end();
                assertThat(Answer.isScored(held.awaitAnswer())).isTrue();
            }
        }
    }

    @Test
    void shouldHoldWhatBelongsToAShardThatWasLoadedAndIsNotThere() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            Integer key = cluster.keyOwnedBy(member);
            map(member).executeOnKey(key, new Take());
            byte[] transaction = cluster.transactionsOf(key, 1);
            try (Source held = new Source(member, key, transaction)) {
                TestCluster.await(
                        "the answer is held", () -> member.copyFigures().shardsWaiting() == 1);
                assertThat(BatchAnswer.isScored(submit(member, key, transaction)))
                        .isFalse();

                cluster.load();
                assertThat(Answer.isScored(held.awaitAnswer())).isTrue();
            }
        }
    }

    @Test
    void shouldAnswerNothingWithAMemberThatStartedAnewWhileOthersMayHaveGoneOn() throws Exception {
        try (TestCluster cluster = new TestCluster();
                MemberLinks links = new MemberLinks(folder)) {
            FraudMember first = cluster.withLinks(links).withMinMembers(2).startMember();
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            cluster.load();
            cluster.awaitMembers(3);
            TestCluster.await(
                    "the members have agreed that they are together",
                    () -> first.shards()
                                    .members()
                                    .cutOff()
                                    .awaited(List.of(
                                            first.hazelcast().getCluster().getLocalMember()))
                                    .size()
                            == 2);
            Integer key = cluster.keyOwnedBy(first);

            // The first cannot tell whether the two others go on without it.
            cluster.cutLinks();
            TestCluster.await("the first is alone", () -> membersSeenBy(first) == 1);
            cluster.kill(second);
            cluster.kill(third);
            links.healFirst();
            FraudMember anew = cluster.startMember();
            cluster.awaitMembers(2);
            try (Source held = new Source(anew, key, cluster.transactionsOf(key, 1))) {
                TestCluster.await("the answer is held", () -> anew.copyFigures().shardsWaiting() == 1);
                for (FraudMember member : List.of(first, anew)) {
                    TestCluster.await(
                            "the member waits for both",
                            () -> member.copyFigures().membersAwaited().size() == 2);
                    assertThat(member.status().state()).isEqualTo(MemberState.TOO_FEW_MEMBERS);
                }
                TestCluster.pause();
                assertThat(held.answers).isEmpty();

                cluster.control().expect(2);
                assertThat(Answer.isScored(held.awaitAnswer())).isTrue();
            }
            assertThat(anew.copyFigures().membersAwaited()).isEmpty();
        }
    }

    /** Which of the two Hazelcast merges into the other follows from their addresses. Without a request it would stand still for good. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldStartAMemberThatBeganWhileItWasCutOffFromThoseThatScore(boolean firstBeginsAlone) throws Exception {
        try (TestCluster cluster = new TestCluster();
                MemberLinks links = new MemberLinks(folder)) {
            FraudMember one =
                    cluster.withLinks(links).withStart(!firstBeginsAlone).startMember();
            links.cut();
            FraudMember other = cluster.withStart(firstBeginsAlone).startMember();
            assertThat(membersSeenBy(one)).isEqualTo(1);
            assertThat(membersSeenBy(other)).isEqualTo(1);

            links.healFirst();
            cluster.awaitMembers(2);
            for (FraudMember member : List.of(one, other)) {
                TestCluster.await(
                        "the member does what the others do",
                        () -> STARTED.contains(member.status().state()));
            }
        }
    }

    /** Without a bound of its own an attempt is the system's: its packets come a minute apart in the end. */
    @Test
    void shouldNotWaitForAnAttemptToConnectThatBeganOverABrokenLink() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            EndpointConfig members = cluster.startMember()
                    .hazelcast()
                    .getConfig()
                    .getAdvancedNetworkConfig()
                    .getEndpointConfigs()
                    .get(EndpointQualifier.MEMBER);
            assertThat(members.getSocketConnectTimeoutSeconds()).isBetween(1, 5);
        }
    }

    /** A connection may break and come back before anybody is given up. Hazelcast does not notice what was lost on it for two minutes. */
    @Test
    void shouldSoonAnswerWhatWasLostOnItsWayToAnOwnerThatIsStillThere() throws Exception {
        try (TestCluster cluster = new TestCluster();
                MemberLinks links = new MemberLinks(folder)) {
            FraudMember owner = cluster.withLinks(links).startMember();
            FraudMember asks = cluster.startMember();
            cluster.load();
            cluster.awaitMembers(2);
            Integer key = cluster.keyOwnedBy(owner);
            byte[] transaction = cluster.transactionsOf(key, 1);

            links.swallow();
            try (Source lost = new Source(asks, key, transaction)) {
                TestCluster.pause();
                links.reconnect();
                assertThat(Answer.isScored(lost.awaitAnswer())).isTrue();
            }
            assertThat(membersSeenBy(owner)).isEqualTo(2);
        }
    }

    private static byte[] submit(FraudMember member, Integer key, byte[] transaction) throws Exception {
        return map(member)
                .submitToKey(key, new ScoreBatch(new BatchId(7, 1), transaction.clone(), 1))
                .toCompletableFuture()
                .get(1, TimeUnit.MINUTES);
    }

    private static int membersSeenBy(FraudMember member) {
        return member.hazelcast().getCluster().getMembers().size();
    }

    private static IMap<Integer, HistoryShard> map(FraudMember member) {
        return ShardMap.of(member.hazelcast());
    }

    private static ShardKeys keys(FraudMember member) {
        return ShardKeys.of(member.hazelcast());
    }

    /** The shards themselves, as objects of this JVM: not what they hold. */
    private static Set<HistoryShard> objectsOwnedBy(FraudMember member) {
        SEEN.clear();
        map(member).executeOnKeys(map(member).localKeySet(), new Look());
        Set<HistoryShard> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        objects.addAll(SEEN);
        return objects;
    }

    /** Hands one transaction in at a member, once, and keeps its answer. */
    private static final class Source implements AutoCloseable {
        private final Queue<Short> answers = new ConcurrentLinkedQueue<>();
        private final Router router;

        Source(FraudMember member, Integer key, byte[] transaction) {
            router = new Router(
                    map(member),
                    keys(member),
                    512,
                    TestCluster.LATENCY_TARGET,
                    Acks.STRICT,
                    member.copies(),
                    new FraudMetrics(Clock.systemUTC()));
            router.route(
                    member.hazelcast().getPartitionService().getPartition(key).getPartitionId(),
                    transaction,
                    0,
                    1,
                    (batch, offset, count, arrivedNs) -> answers.add(batch[offset]),
                    System.nanoTime());
        }

        short awaitAnswer() {
            TestCluster.await("an answer", () -> !answers.isEmpty());
            return answers.element();
        }

        @Override
        public void close() {
            router.close();
        }
    }

    /** Puts a transaction with a verdict into a shard, as one that was scored and never answered. */
    private record Plant(byte[] transaction, int verdict) implements EntryProcessor<Integer, HistoryShard, Boolean> {
        @Override
        public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
            HistoryShard shard = entry.getValue();
            CardHistory history = shard.open(TransactionLayout.cardAt(transaction, 0));
            int outcome = TransactionLayout.outcomeAt(transaction, 0);
            long times = TransactionLayout.timesAt(transaction, 0);
            long payment = TransactionLayout.paymentAt(transaction, 0);
            history.place(times, payment, outcome);
            history.insert(
                    times, payment, TransactionLayout.outcome(TransactionLayout.city(outcome), 0), verdict, 0, 0);
            entry.setValue(shard);
            return true;
        }

        @Override
        public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
            return null;
        }
    }

    /** Keeps which object a shard is. */
    private record Look() implements EntryProcessor<Integer, HistoryShard, Boolean> {
        @Override
        public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
            HistoryShard shard = entry.getValue();
            if (shard != null) {
                SEEN.add(shard);
            }
            return true;
        }

        @Override
        public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
            return null;
        }
    }

    /** Loses a shard, as when all members that held it have died. */
    private record Take() implements EntryProcessor<Integer, HistoryShard, Boolean> {
        @Override
        public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
            entry.setValue(null);
            return true;
        }
    }
}
