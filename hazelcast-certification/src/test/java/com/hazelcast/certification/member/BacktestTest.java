package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.backtest.MemberBacktest;
import com.hazelcast.certification.cluster.ClusterBacktest;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Backtests of a cluster of two members, while it scores. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class BacktestTest {
    private static final String ALL = "rule all decline when tx.amount < 2_000_000_000";

    private static BacktestPlan plan(long id, String rules, int days, long toMs, double sample) {
        return new BacktestPlan(
                id,
                new RuleSetText(rules, Map.of()),
                null,
                List.of(new Decider(1, 0, "none", Action.APPROVE)),
                toMs - days * HistoryLimits.DAY_MS,
                toMs,
                sample,
                1);
    }

    @Test
    void shouldDecideWhatAllMembersHoldOnceAndChangeNothing() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            cluster.load();
            ClusterBacktest backtest = cluster.control().backtest();
            List<Double> progress = new ArrayList<>();
            long loadedMs = System.currentTimeMillis();

            BacktestTally tally = backtest.run(plan(1, ALL, 91, loadedMs, 1), progress::add, () -> false);

            assertThat(tally.transactions()).isEqualTo(TestCluster.LOADED);
            assertThat(tally.cards()).isEqualTo(TestCluster.CARDS);
            assertThat(tally.moved(Action.APPROVE, Action.DECLINE)).isEqualTo(TestCluster.LOADED);
            assertThat(tally.decidedCards(false, 1)).isEqualTo(TestCluster.CARDS);
            assertThat(progress).isNotEmpty().last().isEqualTo(1.0);

            cluster.startSource(1_000_000, 500);
            cluster.control().start();
            // Fewer days than a history has: what is scored meanwhile makes nothing of them expire.
            BacktestTally first = backtest.run(plan(2, ALL, 80, loadedMs, 0.5), progress::add, () -> false);
            assertThat(first.transactions()).isPositive().isLessThan(TestCluster.LOADED);
            assertThat(backtest.run(plan(3, ALL, 80, loadedMs, 0.5), progress::add, () -> false))
                    .isEqualTo(first);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    @Test
    void shouldLookAfterSlicesWhetherTheMemberScores() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            AtomicLong looks = new AtomicLong();
            // Never the same number: as if a batch had been scored during each slice.
            MemberBacktest.of(member.hazelcast()).paceBy(looks::incrementAndGet);

            BacktestTally tally = cluster.control()
                    .backtest()
                    .run(plan(1, ALL, 91, System.currentTimeMillis(), 1), done -> {}, () -> false);

            assertThat(tally.transactions()).isEqualTo(TestCluster.LOADED);
            // Two threads for each of the two partition threads of a test's member.
            long atTheBeginning = 4;
            assertThat(looks.get()).as("a look after each slice").isGreaterThan(atTheBeginning);
        }
    }

    @Test
    void shouldFailWithItsReasonWhenAThreadOfAMemberEndsWithAnError() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            ClusterBacktest backtest = cluster.control().backtest();
            BacktestPlan plan = plan(1, ALL, 91, System.currentTimeMillis(), 1);
            MemberBacktest.of(member.hazelcast()).paceBy(() -> {
                throw new AssertionError("of a test");
            });
            assertThatThrownBy(() -> backtest.run(plan, done -> {}, () -> false))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a thread has failed: java.lang.AssertionError: of a test");

            MemberBacktest.of(member.hazelcast()).paceBy(() -> 0);
            BacktestPlan next = plan(2, ALL, 91, System.currentTimeMillis(), 1);
            assertThat(backtest.run(next, done -> {}, () -> false).transactions())
                    .isEqualTo(TestCluster.LOADED);
        }
    }

    @Test
    void shouldRefuseAWrongSetAndEndWhenItIsCancelled() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            ClusterBacktest backtest = cluster.control().backtest();
            assertThatThrownBy(() -> backtest.run(
                            plan(1, "rule a decline when tx.amuont > 5", 80, System.currentTimeMillis(), 1),
                            done -> {},
                            () -> false))
                    .isInstanceOf(RuleLanguageException.class);
            assertThatThrownBy(() -> backtest.run(
                            plan(2, "rule a decline when tx.amount > 5", 80, System.currentTimeMillis(), 1),
                            done -> {},
                            () -> false))
                    .as("nothing is loaded")
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a shard is not loaded");
            cluster.load();
            assertThatThrownBy(() -> backtest.run(
                            plan(3, "rule a decline when tx.amount > 5", 80, System.currentTimeMillis(), 1),
                            done -> {},
                            () -> true))
                    .isInstanceOf(CancellationException.class);

            assertThat(backtest.run(
                                    plan(4, "rule a decline when tx.amount > 5", 80, System.currentTimeMillis(), 0.5),
                                    done -> {},
                                    () -> false)
                            .cards())
                    .isBetween(2_000L, 3_000L);
        }
    }
}
