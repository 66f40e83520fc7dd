package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a backtest makes of the decisions that histories record, after a second set has decided, with more rules than a byte numbers. */
class RecordedDecisionsTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final int RULES = 300;
    private static final int UNKNOWN_CODE = 4_000;

    /** Set 1 is the shipped one; set 2 has rules that challenge, approve and decline in turn, and points. */
    private static RuleBook book() throws Exception {
        StringBuilder text = new StringBuilder("set second points review at 10\n");
        for (int i = 1; i <= RULES; i++) {
            String action = List.of("decline", "challenge", "approve").get(i % 3);
            text.append("rule r%d %s when tx.amount = %d%n".formatted(i, action, i));
        }
        return activated(new RuleSetText(text.toString(), Map.of()));
    }

    private static RuleBook activated(RuleSetText written) throws Exception {
        RuleSet set = RuleSet.of(2, 0, written, code -> code);
        return RuleBook.first(RuleSet.shipped())
                .after(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", written), Optional.of(set), START_MS)
                .after(new RuleChange(Kind.ACTIVATE, 2, 0, 0, "Ana", "a test", null), Optional.empty(), START_MS);
    }

    private static HistoryShard shard(int... codes) {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 1);
        for (int i = 0; i < codes.length; i++) {
            CardHistory history = shard.open(1);
            long times = TransactionLayout.times(START_MS + i, 276, 978);
            long payment = TransactionLayout.payment(100, 1, 5_411);
            history.place(times, payment, 0, 0);
            history.record(times, payment, 0, codes[i], 0, 0, true);
        }
        return shard;
    }

    private static BacktestTally tally(RuleBook book, HistoryShard shard) throws Exception {
        BacktestPlan plan = new BacktestPlan(
                1,
                new RuleSetText("set s rule all decline when tx.amount >= 1", Map.of()),
                null,
                Decider.recorded(book),
                START_MS,
                START_MS + 1_000,
                1,
                1);
        BacktestRun run = new BacktestRun(plan, SetCost.BUDGET_NS);
        long[] answer = run.slice(shard, 0);
        return run.tallyOf(Arrays.copyOfRange(answer, 1, answer.length));
    }

    @Test
    void shouldCountThemByTheRuleAndTheActionOfTheSetThatDecided() throws Exception {
        RuleBook book = book();
        RecordedSet second = book.set(2).orElseThrow();
        int challenged = second.firstCode() + 298;
        int approved = second.firstCode() + 299;
        int reviewedByPoints = second.firstCode() + RULES + 1;

        BacktestTally tally =
                tally(book, shard(0, 2, second.firstCode(), challenged, approved, reviewedByPoints, UNKNOWN_CODE));

        assertThat(tally.moved(Action.DECLINE, Action.DECLINE))
                .as("rule 2 of set 1")
                .isEqualTo(1);
        assertThat(tally.moved(Action.CHALLENGE, Action.DECLINE)).isEqualTo(1);
        assertThat(tally.moved(Action.REVIEW, Action.DECLINE)).isEqualTo(1);
        assertThat(tally.moved(Action.APPROVE, Action.DECLINE))
                .as("none of either set, the rule that approves, and the code of no set")
                .isEqualTo(4);
        List<Decider> recorded = Decider.recorded(book);
        assertThat(recorded.stream().filter(decider -> tally.decided(true, recorded.indexOf(decider)) > 0))
                .containsExactly(
                        new Decider(1, 2, RuleSet.shipped().rules().get(1).name(), Action.DECLINE),
                        new Decider(2, 298, "r298", Action.CHALLENGE),
                        new Decider(2, 299, "r299", Action.APPROVE),
                        new Decider(2, 0, "points", Action.REVIEW));
    }

    @Test
    void shouldCountSumsOfPointsWithOneActionTogether() throws Exception {
        RuleSetText written = new RuleSetText("""
                set sums points review at 10
                rule a points 10 when tx.amount > 1
                rule b points 20 when tx.amount > 2
                """, Map.of());
        RuleBook book = activated(written);
        RuleSet set = RuleSet.of(book.set(2).orElseThrow(), code -> code);

        BacktestTally tally = tally(
                book, shard(0, set.codeOf(0, Action.REVIEW, 10), set.codeOf(0, Action.REVIEW, 30), set.firstCode()));

        List<Decider> recorded = Decider.recorded(book);
        List<Integer> counted = IntStream.range(0, recorded.size())
                .filter(i -> tally.decided(true, i) > 0)
                .boxed()
                .toList();
        assertThat(counted).hasSize(1);
        assertThat(tally.decided(true, counted.get(0))).isEqualTo(2);
        assertThat(recorded.get(counted.get(0))).isEqualTo(new Decider(2, 0, "points", Action.REVIEW));
    }

    @Test
    void shouldNumberThemAsHistoriesDo() throws Exception {
        RuleBook book = book();
        List<Decider> recorded = Decider.recorded(book);
        for (RecordedSet recordedSet : book.sets()) {
            RuleSet set = RuleSet.of(recordedSet.number(), recordedSet.firstCode(), recordedSet.text(), code -> code);
            for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
                assertThat(recorded.get(code).rule()).isEqualTo(set.ruleOf(code));
                assertThat(recorded.get(code).action()).isEqualTo(set.actionOf(code));
                assertThat(set.codeOf(set.ruleOf(code), set.actionOf(code))).isEqualTo(code);
            }
        }
        assertThat(recorded).hasSize(1 + CertificationRules.LAST_ID + 1 + RULES + 1 + 1);
    }
}
