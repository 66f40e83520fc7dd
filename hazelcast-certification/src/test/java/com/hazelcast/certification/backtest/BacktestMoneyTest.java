package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the amounts of a backtest are where a card pays in several currencies, and what its report warns of. */
class BacktestMoneyTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final int EUR = 978;
    private static final int JPY = 392;
    private static final int KWD = 414;

    /** Has no rate. */
    private static final int USD = 840;

    private static final String RULE = "rule yen decline when tx.currency = 'JPY'";
    private static final RuleSetText NONE = new RuleSetText("rule n decline when tx.country = 1", Map.of());
    private static final RuleSetText WITHOUT_RATES = new RuleSetText(RULE, Map.of());
    private static final RuleSetText WITH_RATES =
            new RuleSetText("exchange EUR from 'rates.csv' " + RULE, Map.of("rates.csv", "EUR,1\nJPY,0.006\nKWD,3\n"));

    /** Of each of two cards 12.34 EUR, 1,500 JPY, 1.500 KWD, which is a fraud, and 99.00 USD. */
    private static HistoryShard shard() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 2);
        for (int card = 0; card < 2; card++) {
            CardHistory history = shard.open(card);
            pay(history, 1, 1234, EUR);
            pay(history, 2, 1500, JPY);
            pay(history, 3, 1500, KWD);
            history.setLabel(Label.FRAUD.code());
            pay(history, 4, 9900, USD);
        }
        return shard;
    }

    private static void pay(CardHistory history, int second, int amount, int currency) {
        history.insert(
                TransactionLayout.times(START_MS + second * 1_000L, 276, currency),
                TransactionLayout.payment(amount, 1, 5_411),
                TransactionLayout.outcome(1, 0),
                0);
    }

    private static BacktestPlan plan(RuleSetText rules, @Nullable RuleSetText against) {
        List<Decider> recorded = against == null ? List.of(new Decider(1, 0, "none", Action.APPROVE)) : List.of();
        return new BacktestPlan(1, rules, against, recorded, START_MS, START_MS + 10_000, 1, 1);
    }

    private static BacktestTally tally(BacktestPlan plan) throws Exception {
        BacktestRun run = new BacktestRun(plan, SetCost.BUDGET_NS);
        BacktestTally sum = run.newTally();
        HistoryShard shard = shard();
        for (long position = 0; position < CardHash.POSITIONS; ) {
            long[] answer = run.slice(shard, position);
            position = answer[0];
            sum.add(run.tallyOf(Arrays.copyOfRange(answer, 1, answer.length)));
        }
        return sum;
    }

    @Test
    void shouldCountAmountsInTheCurrencyOfTheSetsRates() throws Exception {
        BacktestPlan plan = plan(WITH_RATES, NONE);
        BacktestTally tally = tally(plan);
        assertThat(tally.units()).as("dollars have no rate").isEqualTo(2 * (1234 + 900 + 450));
        assertThat(tally.changedUnits()).isEqualTo(2 * 900);
        assertThat(tally.movedUnits(Action.APPROVE, Action.DECLINE)).isEqualTo(2 * 900);
        assertThat(tally.decidedUnits(false, 1)).isEqualTo(2 * 900);
        assertThat(tally.labels().units(Label.FRAUD)).isEqualTo(2 * 450);
        BacktestResult result = BacktestSummary.of(plan, tally, 1);
        assertThat(result.currency()).isEqualTo("EUR");
        assertThat(result.units()).isEqualTo(tally.units());
    }

    @Test
    void shouldAddMinorUnitsOfAllCurrenciesWithoutRates() throws Exception {
        BacktestPlan plan = plan(WITHOUT_RATES, null);
        BacktestTally tally = tally(plan);
        assertThat(tally.units()).isEqualTo(2 * (1234 + 1500 + 1500 + 9900));
        assertThat(tally.changedUnits()).isEqualTo(2 * 1500);
        assertThat(BacktestSummary.of(plan, tally, 0).currency()).isEmpty();
    }

    /** Of both sets, without what is empty, and without places. */
    @Test
    void shouldNameWhatMayKnowHowThePaymentsEnded() throws Exception {
        assertThat(plan(WITH_RATES, NONE).learnt()).isEmpty();
        RuleSetText looksUp = new RuleSetText(
                """
                list bad of card from 'bad.csv'
                list none of card from 'none.csv'
                table risk of terminal to number from 'risk.csv'
                table places of city to place from 'places.csv'
                rule r decline when tx.card in @bad or tx.card in @none or @risk[tx.terminal] > 0.5 or speed(@places) > 900
                """,
                Map.of(
                        "bad.csv", "4000220000112333\n",
                        "none.csv", "value,expires\n",
                        "risk.csv", "276-00001-00001,0.9\n",
                        "places.csv", "1,52.52,13.405\n"));
        assertThat(plan(looksUp, null).learnt()).containsExactly("bad", "risk");
        assertThat(plan(NONE, looksUp).learnt()).containsExactly("bad", "risk");
    }
}
