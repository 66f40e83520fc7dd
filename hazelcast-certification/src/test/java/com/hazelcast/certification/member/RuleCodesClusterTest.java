package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.removing.SweepSettings;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.source.LateClock;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.map.IMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Codes of decisions that go from one set to another, on members whose clock goes on. */
@Timeout(300)
class RuleCodesClusterTest {
    private static final SweepSettings EACH_SECOND =
            new SweepSettings(Optional.of(Duration.ofSeconds(1)), Duration.ofDays(1));
    private static final int RULES = 1_000;
    private static final int DECISIONS = RULES + 1;

    /** Behind those of the set that comes with the program: of its rules and of none. */
    private static final int SECOND_CODE = CertificationRules.LAST_ID + 1;

    @TempDir
    private Path folder;

    private final LateClock clock = new LateClock();
    private long batches;

    private MemberConfig.OnDisk onDisk(int member) {
        return new MemberConfig.OnDisk(
                folder.resolve("data-" + member), Durability.WRITTEN, Optional.empty(), 1, Duration.ofSeconds(3));
    }

    /** A set whose first rule declines everything. */
    private static RuleSetText declining(String name) {
        StringBuilder text = new StringBuilder("set " + name + "\nrule all decline when tx.amount >= 1\n");
        for (int i = 2; i <= RULES; i++) {
            text.append("rule r")
                    .append(i)
                    .append(" review when tx.amount = ")
                    .append(i)
                    .append('\n');
        }
        return new RuleSetText(text.toString(), Map.of());
    }

    private static RuleBook change(TestCluster cluster, Kind kind, int set, @Nullable RuleSetText text) {
        ClusterRules rules = cluster.control().rules();
        RuleBook changed = rules.change(new RuleChange(kind, set, 0, 0, "Ana", "a test", text));
        RuleBook whole = rules.book();
        assertThat(whole.version()).isGreaterThanOrEqualTo(changed.version());
        return whole;
    }

    private static RuleBook decideBy(TestCluster cluster, String name) {
        RuleBook submitted = change(cluster, Kind.SUBMIT, 0, declining(name));
        return change(cluster, Kind.ACTIVATE, submitted.nextNumber() - 1, null);
    }

    /** One card of each shard pays, of a number of cards. */
    private void pay(TestCluster cluster, FraudMember member, int card) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            byte[] cards = cluster.transactionsOf(keys.keyOf(shard), card + 1);
            byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
            TransactionLayout.put(
                    transaction,
                    0,
                    TransactionLayout.cardAt(cards, card * TransactionLayout.TRANSACTION_SIZE_BYTES),
                    TransactionLayout.times(clock.millis(), 107, 107),
                    TransactionLayout.paymentAt(cards, 0),
                    TransactionLayout.outcomeAt(cards, 0));
            byte[] unused =
                    map.executeOnKey(keys.keyOf(shard), new ScoreBatch(new BatchId(++batches, shard), transaction, 1));
        }
    }

    /** Sets that the entries of a member's shards name, as it reads them. */
    private static Set<Integer> deciders(FraudMember member) {
        RulesInUse rules = RulesInUse.of(member.hazelcast().getUserContext());
        Set<Integer> sets = new TreeSet<>();
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        for (int shard : keys.owned(member.hazelcast())) {
            HistoryShard copy = map.get(keys.keyOf(shard));
            copy.forEachCard(card -> {
                var history = copy.open(card);
                history.rewind();
                while (history.next()) {
                    if (history.verdict() != 0) {
                        sets.add(rules.ruling(history.verdict())
                                .map(Ruling::set)
                                .orElseThrow()
                                .number());
                    }
                }
            });
        }
        return sets;
    }

    private static RecordedSet set(TestCluster cluster, int number) {
        return cluster.control().rules().book().set(number).orElseThrow();
    }

    @Test
    void shouldGiveCodesToAnotherSetWhenNoHistoryHasThemAndTakeNoHistoryOfBefore() throws Exception {
        try (TestCluster cluster =
                new TestCluster().withClock(clock).withSweeps(EACH_SECOND).withStorage(this::onDisk)) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            decideBy(cluster, "two");
            // A card that falls silent.
            pay(cluster, first, 1);
            assertThat(deciders(first)).contains(2);
            decideBy(cluster, "three");
            decideBy(cluster, "four");
            RuleBook full = decideBy(cluster, "five");
            RuleBook submitted = change(cluster, Kind.SUBMIT, 0, declining("six"));
            assertThat(full.set(5).orElseThrow().firstCode()).isEqualTo(SECOND_CODE + 3 * DECISIONS);
            // From here on its folder is away, with decisions of set 2; another member comes in its place.
            cluster.kill(second);
            FraudMember other = cluster.withStorage(member -> onDisk(2)).startMember();
            cluster.awaitMembers(2);

            // Nothing is scored, so nothing is swept: the set is old, and histories have its decisions.
            clock.pass(Duration.ofDays(100));
            TestCluster.await(
                    "set 3 is found to be out", () -> set(cluster, 3).rest().isOut());
            assertThat(set(cluster, 2).rest().isOut()).isFalse();
            assertThatThrownBy(() -> change(cluster, Kind.ACTIVATE, 6, null))
                    .hasMessageContaining("1001 of set 3 from")
                    .hasMessageContaining("1001 of set 2 from");

            pay(cluster, first, 0);
            TestCluster.await(
                    "silent cards are swept",
                    () -> !deciders(first).contains(2) && !deciders(other).contains(2));
            clock.pass(Duration.ofHours(2));
            TestCluster.await(
                    "set 2 is found to be out", () -> set(cluster, 2).rest().isOut());
            clock.pass(Duration.ofHours(7));
            RuleBook given = change(cluster, Kind.ACTIVATE, 6, null);
            assertThat(given.set(6).orElseThrow().firstCode())
                    .as("those of set 3, which were out first")
                    .isEqualTo(SECOND_CODE + DECISIONS);
            change(cluster, Kind.SUBMIT, 0, declining("seven"));
            RuleBook again = change(cluster, Kind.ACTIVATE, 7, null);
            assertThat(again.set(7).orElseThrow().firstCode())
                    .as("those of set 2")
                    .isEqualTo(SECOND_CODE);
            assertThat(cluster.control().rules().books()).hasSize(2).allMatch(again::equals);
            pay(cluster, first, 2);
            assertThat(deciders(first)).contains(7).doesNotContain(2, 3, 6);
            assertThat(deciders(other)).contains(7).doesNotContain(2, 3, 6);
            assertThat(first.metrics().rules().verdictCount(SECOND_CODE + 1)
                            + other.metrics().rules().verdictCount(SECOND_CODE + 1))
                    .as("counted for set 7 alone")
                    .isEqualTo(ShardKeys.of(first.hazelcast()).shardCount());

            // A folder from before, which would bring decisions of set 2 as those of set 7.
            cluster.withStorage(member -> onDisk(1));
            assertThatThrownBy(cluster::startMember)
                    .hasStackTraceContaining("histories of this member are of version " + submitted.version())
                    .hasStackTraceContaining("move its data folder away");
            cluster.awaitMembers(2);

            // All end, and come back with what they have.
            cluster.kill(other);
            cluster.kill(first);
            FraudMember back = cluster.withStorage(member -> onDisk(2 * member)).startMember();
            FraudMember backToo = cluster.startMember();
            cluster.awaitMembers(2);
            TestCluster.await("all shards are there", () -> cluster.control().missingShards() == 0);
            assertThat(cluster.control().rules().books()).hasSize(2).allMatch(again::equals);
            assertThat(deciders(back)).doesNotContain(2, 3, 6);

            // The member with the old folder is there first: who has newer histories does not mix them with its.
            cluster.kill(backToo);
            cluster.kill(back);
            FraudMember old = cluster.withStorage(member -> onDisk(1)).startMember();
            assertThat(old.hazelcast().getCluster().getMembers()).hasSize(1);
            cluster.withStorage(member -> onDisk(0));
            assertThatThrownBy(cluster::startMember)
                    .hasStackTraceContaining("the histories of member ")
                    .hasStackTraceContaining("are of version " + submitted.version());
        }
    }
}
