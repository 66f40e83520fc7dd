package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a backtest counts of labelled transactions, beside a plain loop over the same ones. */
class LabelTallyTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final int CARDS = 200;
    private static final int PER_CARD = 20;
    private static final RuleSetText RULES = new RuleSetText(
            "rule large decline when tx.amount > 150 rule medium review when tx.amount > 100"
                    + " rule small approve when tx.amount > 95",
            Map.of());
    private static final RuleSetText OTHER = new RuleSetText("rule any challenge when tx.amount > 60", Map.of());

    private static int amount(int card, int i) {
        return (card * 31 + i * 17) % 200;
    }

    private static int label(int card, int i) {
        int kind = (card + 3 * i) % 5;
        return kind == 0 ? Label.FRAUD.code() : kind < 3 ? Label.GENUINE.code() : Label.NONE;
    }

    private static HistoryShard shard() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, CARDS);
        for (int card = 0; card < CARDS; card++) {
            for (int i = 0; i < PER_CARD; i++) {
                CardHistory history = shard.open(card);
                history.insert(
                        TransactionLayout.times(START_MS + i * 1_000L, 276, 978),
                        TransactionLayout.payment(amount(card, i), 1, 5_411),
                        TransactionLayout.outcome(1, 0),
                        0);
                history.setLabel(label(card, i));
            }
        }
        return shard;
    }

    /** The histories record nothing. */
    private static BacktestPlan plan(@Nullable RuleSetText against) {
        List<Decider> recorded =
                List.of(new Decider(1, 0, "none", Action.APPROVE), new Decider(1, 1, "any", Action.DECLINE));
        return new BacktestPlan(
                1,
                RULES,
                against,
                against == null ? recorded : List.of(),
                START_MS,
                START_MS + PER_CARD * 1_000L,
                1,
                1);
    }

    private static LabelTally tally(boolean isAgainstOther) throws Exception {
        BacktestRun run = new BacktestRun(plan(isAgainstOther ? OTHER : null), SetCost.BUDGET_NS);
        BacktestTally sum = run.newTally();
        HistoryShard shard = shard();
        for (long position = 0; position < CardHash.POSITIONS; ) {
            long[] answer = run.slice(shard, position);
            position = answer[0];
            sum.add(run.tallyOf(Arrays.copyOfRange(answer, 1, answer.length)));
        }
        return sum.labels();
    }

    /** Of that label, the transactions whose amount is more than one and at most another: how many, and their amounts. */
    private static long[] expected(Label label, int above, int atMost) {
        long[] counted = new long[2];
        for (int card = 0; card < CARDS; card++) {
            for (int i = 0; i < PER_CARD; i++) {
                int amount = amount(card, i);
                if (label(card, i) == label.code() && amount > above && amount <= atMost) {
                    counted[0]++;
                    counted[1] += amount;
                }
            }
        }
        return counted;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountWhatASetAndEachRuleHitOfEachLabel(boolean isAgainstOther) throws Exception {
        LabelTally labels = tally(isAgainstOther);
        for (Label label : Label.values()) {
            assertThat(new long[] {labels.transactions(label), labels.units(label)})
                    .containsExactly(expected(label, -1, 200));
            assertThat(new long[] {labels.flagged(false, label), labels.flaggedUnits(false, label)})
                    .as("a rule that approves flags nothing")
                    .containsExactly(expected(label, 100, 200));
            assertThat(labels.decided(false, 1, label)).isEqualTo(expected(label, 150, 200)[0]);
            assertThat(labels.decided(false, 2, label)).isEqualTo(expected(label, 100, 150)[0]);
            assertThat(labels.decided(false, 3, label)).isEqualTo(expected(label, 95, 100)[0]);
            long[] other = isAgainstOther ? expected(label, 60, 200) : new long[2];
            assertThat(new long[] {labels.flagged(true, label), labels.flaggedUnits(true, label)})
                    .containsExactly(other);
            assertThat(labels.decided(true, 1, label)).isEqualTo(other[0]);
        }
    }

    @Test
    void shouldCountNothingWhereNothingIsLabelled() throws Exception {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 0);
        shard.open(1).insert(TransactionLayout.times(START_MS, 1, 1), TransactionLayout.payment(199, 1, 1), 0, 0);
        BacktestRun run = new BacktestRun(plan(null), SetCost.BUDGET_NS);
        long[] answer = run.slice(shard, 0);
        BacktestTally tally = run.tallyOf(Arrays.copyOfRange(answer, 1, answer.length));
        assertThat(tally.transactions()).isEqualTo(1);
        assertThat(tally.labels().transactions(Label.FRAUD)).isZero();
        assertThat(tally.labels().transactions(Label.GENUINE)).isZero();
    }
}
