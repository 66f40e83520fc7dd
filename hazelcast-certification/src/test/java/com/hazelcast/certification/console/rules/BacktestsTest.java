package com.hazelcast.certification.console.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a backtest of the console ends. */
class BacktestsTest {
    private static final Backtests.Subject SUBJECT = new Backtests.Subject(0, 0, 90, "ana");

    private static BacktestPlan plan(long id) {
        return new BacktestPlan(
                id,
                new RuleSetText("rule all decline when tx.amount > 5", Map.of()),
                null,
                List.of(new Decider(1, 0, "none", Action.APPROVE)),
                0,
                1,
                1,
                1);
    }

    private static Backtests.View ended(Backtests backtests) {
        TestCluster.await(
                "the end of the backtest", () -> !backtests.last().orElseThrow().running());
        return backtests.last().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(classes = {StackOverflowError.class, OutOfMemoryError.class, AssertionError.class})
    void shouldEndAsFailedWithItsReasonWhenTheThreadThatDrivesItEndsWithAnError(Class<? extends Error> type)
            throws ReflectiveOperationException {
        Error error = type.getConstructor().newInstance();
        Backtests.Work failing = (plan, progress, isCancelled) -> {
            throw error;
        };
        try (Backtests backtests = new Backtests(failing, change -> {})) {
            backtests.begin(SUBJECT, plan(1));
            assertThat(ended(backtests).failure()).isEqualTo("the member that ran it has failed: " + error);

            assertThat(backtests.begin(SUBJECT, plan(2)).id())
                    .as("another can begin")
                    .isEqualTo("2");
        }
    }

    @Test
    void shouldEndAsFailedWhenItIsBegunWhileTheMemberLeaves() {
        Backtests backtests = new Backtests(
                (plan, progress, isCancelled) -> {
                    throw new AssertionError("is not run");
                },
                change -> {});
        backtests.close();

        assertThatThrownBy(() -> backtests.begin(SUBJECT, plan(1))).isInstanceOf(RejectedExecutionException.class);

        assertThat(ended(backtests).failure()).startsWith("it could not be begun: ");
    }
}
