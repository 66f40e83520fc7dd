package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a set may cost on members that have a budget of their own. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RuleBudgetTest {
    private static final String BUDGET = "its budget (rules-budget-ns) is ";
    private static final RuleSetText WALKS =
            new RuleSetText("set walks\nrule r review when exists(last 90d where amount = 7)\n", Map.of());

    /** A member alone would be degraded, and its rules could not be changed. */
    private static TestCluster withBudget(long ns) {
        return new TestCluster().withRuleBudget(ns).withDegradedAfter(Optional.empty());
    }

    private static RuleBook submit(ClusterControl control, RuleSetText text) {
        return control.rules().change(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", text));
    }

    private static BacktestPlan backtest(RuleSetText text) {
        return new BacktestPlan(
                1, text, null, List.of(new Decider(1, 0, "none", Action.APPROVE)), 0, System.currentTimeMillis(), 1, 1);
    }

    @Test
    void shouldRefuseToKeepAndToTryWhatCostsMore() throws IOException {
        try (TestCluster cluster = withBudget(1_000)) {
            FraudMember unused = cluster.startMember();
            ClusterControl control = cluster.control();

            assertThatThrownBy(() -> submit(control, WALKS)).hasMessageContaining(BUDGET + "1,000 ns");
            assertThatThrownBy(() -> control.backtest().run(backtest(WALKS), done -> {}, () -> false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(BUDGET + "1,000 ns");
            assertThat(control.rules().book().version()).isEqualTo(1);
        }
    }

    /** Otherwise a set that decides and costs more than a new budget could not be compared, and so not be replaced. */
    @Test
    void shouldTryWhatTheClusterHasWhereAMemberAllowsLess() throws Exception {
        try (TestCluster cluster = withBudget(10_000_000)) {
            cluster.startMember();
            cluster.withRuleBudget(1_000).startMember();
            cluster.load();
            ClusterControl control = cluster.control();
            assertThat(submit(control, WALKS).set(2)).isPresent();

            BacktestTally tally = control.backtest().run(backtest(WALKS), done -> {}, () -> false);

            assertThat(tally.transactions()).isEqualTo(TestCluster.LOADED);
            RuleSetText unknown =
                    new RuleSetText("set other\nrule r review when exists(last 90d where amount = 8)\n", Map.of());
            assertThatThrownBy(() -> control.backtest().run(backtest(unknown), done -> {}, () -> false))
                    .hasMessageContaining(BUDGET + "1,000 ns");
        }
    }

    @Test
    void shouldKeepWhatMembersAllow() throws IOException {
        StringBuilder text = new StringBuilder("set costly\n");
        for (int i = 1; i <= 100; i++) {
            text.append("rule r").append(i).append(" review when exists(last 90d where amount = ");
            text.append(i).append(")\n");
        }
        RuleSetText costly = new RuleSetText(text.toString(), Map.of());
        try (TestCluster cluster = withBudget(10_000_000)) {
            FraudMember unused = cluster.startMember();
            assertThat(submit(cluster.control(), costly).set(2)).isPresent();
        }
    }
}
