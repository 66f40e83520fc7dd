package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BacktestResult.OfRule;
import com.hazelcast.certification.rules.live.BacktestResult.OfTag;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BacktestTallyTest {
    private static final RuleSetText RULES = new RuleSetText("rule r decline when tx.amount > 5", Map.of());

    /** Cards with a payment of one unit each. */
    private static BacktestTally tally(int cards, int cardsChanged) {
        BacktestTally tally = new BacktestTally(1, 1);
        for (int i = 0; i < cards; i++) {
            int changed = i < cardsChanged ? 1 : 0;
            tally.addCard(1, 1, changed, changed);
        }
        return tally;
    }

    private static BacktestResult result(BacktestTally tally, double sample) throws RuleLanguageException {
        return BacktestSummary.of(new BacktestPlan(1, RULES, RULES, List.of(), 0, 1, sample, 7), tally, 1);
    }

    @Test
    void shouldShowNoExampleOfACardThatIsForgotten() {
        BacktestTally tally = tally(2, 2);
        for (long card = 7; card <= 8; card++) {
            tally.addExample(
                    new BacktestTally.Example(1, Action.DECLINE, 0, Action.APPROVE, card, card, 1L << 23, 0, 0));
        }

        tally.forget(7);

        assertThat(tally.examples()).singleElement().returns(8L, BacktestTally.Example::card);
    }

    @Test
    void shouldBoundWhatAFewCardsShowThatAreAllAlike() {
        for (int changed : new int[] {0, 10}) {
            BacktestTally tally = tally(10, changed);
            assertThat(tally.cardsChangedBound(0.01)).isEqualTo(0.3);
            assertThat(tally.changedBound(0.01)).isEqualTo(0.3);
            assertThat(tally.changedUnitsBound(0.01)).isEqualTo(0.3);
            assertThat(tally.cardsChangedBound(1)).as("all cards").isZero();
        }
        assertThat(tally(2, 0).cardsChangedBound(0.01)).isEqualTo(1);
        assertThat(tally(100_000, 0).cardsChangedBound(0.01)).isEqualTo(3e-5);
    }

    @Test
    void shouldLeaveALargerBoundAsItIs() {
        // 1.96 * sqrt(0.99 * 0.5 * 0.5 / 100)
        assertThat(tally(100, 50).cardsChangedBound(0.01)).isBetween(0.0975, 0.0976);
    }

    @Test
    void shouldSayHowManyCardsMayChange() throws Exception {
        BacktestResult small = result(tally(10, 0), 0.01);
        assertThat(small.cardsChanged()).isZero();
        assertThat(small.cardsChangedPartMax(1)).isEqualTo(0.3);
        assertThat(small.cardsChangedMax(1)).isEqualTo(300);
        assertThat(small.cardsChangedMax(0.1)).as("of a tenth of the cards").isEqualTo(30);
        assertThat(result(tally(10, 10), 0.01).cardsChangedMax(1)).isEqualTo(1_000);
        assertThat(result(tally(10, 3), 1).cardsChangedMax(1)).isEqualTo(3);
        assertThat(small.hasSeenNoCard()).isFalse();
        assertThat(result(tally(0, 0), 0.01).hasSeenNoCard()).isTrue();
        assertThat(result(tally(0, 0), 1).hasSeenNoCard())
                .as("the cluster has none")
                .isFalse();
    }

    @Test
    void shouldSayHowMuchOfTheAmountsMayChange() throws Exception {
        BacktestResult small = result(tally(10, 0), 0.01);
        assertThat(small.changedUnitsPart(1)).isZero();
        assertThat(small.changedUnitsPartMax(1)).isEqualTo(0.3);
        assertThat(small.isBeyond(1, 30, 29.9)).as("the amounts").isTrue();
        assertThat(small.isBeyond(1, 29.9, 30)).as("the cards").isTrue();
        assertThat(small.isBeyond(1, 30, 30)).isFalse();
        assertThat(small.isBeyond(0.1, 3.1, 2.9)).as("of a tenth of the cards").isTrue();
        assertThat(small.isBeyond(0.1, 3.1, 3.1)).isFalse();
        assertThat(result(tally(10, 3), 1).changedUnitsPartMax(1)).isEqualTo(0.3);
    }

    @Test
    void shouldKeepSeedAndFiguresOfRulesAndTagsAndLabels() throws Exception {
        RuleSetText two = new RuleSetText(
                "rule high decline tags amount, risk when tx.amount > 5\nrule low review tags amount when tx.amount > 1\n"
                        + "rule idle approve when tx.amount > 9",
                Map.of());
        BacktestTally tally = new BacktestTally(3, 3);
        tally.addCard(4, 100, 0, 0);
        tally.addRule(false, 1, 3, 60, 4);
        tally.addRule(false, 2, 1, 40, 4);
        tally.labels().add(Label.FRAUD, 20, true, false);
        tally.labels().addRule(false, 1, Label.FRAUD);
        tally.labels().add(Label.GENUINE, 20, true, true);
        tally.labels().addRule(false, 1, Label.GENUINE);

        BacktestResult kept = BacktestSummary.of(new BacktestPlan(1, two, two, List.of(), 0, 1, 0.5, 7), tally, 1);

        assertThat(kept.seed()).isEqualTo(7);
        assertThat(kept.rules())
                .containsExactly(
                        new OfRule(1, "high", 6, 2, 120, 0.5, 1.0, 2L), new OfRule(2, "low", 2, 2, 80, null, 0.0, 0L));
        assertThat(kept.tags()).containsExactly(new OfTag("amount", 8, 200), new OfTag("risk", 6, 120));
        assertThat(kept.labels().fraud()).isEqualTo(2);
        assertThat(kept.labels().set().precision()).isEqualTo(0.5);
        assertThat(kept.labels().set().recall()).isEqualTo(1);
        assertThat(kept.labels().other().recall()).isZero();
        assertThat(new ObjectMapper().readValue(new ObjectMapper().writeValueAsString(kept), BacktestResult.class))
                .isEqualTo(kept);
    }

    @Test
    void shouldKeepTheRulesThatHaveDecidedMost() throws Exception {
        StringBuilder text = new StringBuilder();
        int rules = BacktestResult.RULES_MAX + 20;
        for (int i = 1; i <= rules; i++) {
            text.append("rule r")
                    .append(i)
                    .append(" decline tags t")
                    .append(i)
                    .append(" when tx.amount > ")
                    .append(i)
                    .append('\n');
        }
        RuleSetText many = new RuleSetText(text.toString(), Map.of());
        BacktestTally tally = new BacktestTally(rules, rules);
        for (int i = 1; i <= rules; i++) {
            tally.addRule(false, i, i, i, i);
        }

        BacktestResult kept = BacktestSummary.of(new BacktestPlan(1, many, many, List.of(), 0, 1, 1, 1), tally, 1);

        assertThat(kept.rules()).hasSize(BacktestResult.RULES_MAX);
        assertThat(kept.rules().get(0).number())
                .as("in their order, without the least")
                .isEqualTo(21);
        assertThat(kept.tags()).hasSize(BacktestResult.TAGS_MAX).startsWith(new OfTag("t" + rules, rules, rules));
        assertThat(kept.labels()).isNull();
    }

    /** What a release before has written. */
    @Test
    void shouldReadAResultWithoutFiguresOfRules() throws Exception {
        BacktestResult read = new ObjectMapper()
                .readValue(
                        "{\"against\":1,\"fromMs\":0,\"toMs\":1,\"sample\":1.0,\"cards\":1,\"cardsChanged\":0,\"cardsChangedShare\":0.0,"
                                + "\"cardsChangedBound\":0.0,\"transactions\":1,\"changed\":0,\"units\":1,\"changedUnits\":0,\"moves\":[]}",
                        BacktestResult.class);

        assertThat(read.seed()).isNull();
        assertThat(read.rules()).isEmpty();
        assertThat(read.labels()).isNull();
    }
}
