package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RuleSetText;
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
        return tally.result(new BacktestPlan(1, RULES, RULES, List.of(), 0, 1, sample, 1), 1);
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
    void shouldSayHowManyCardsMayChange() throws RuleLanguageException {
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
    void shouldSayHowMuchOfTheAmountsMayChange() throws RuleLanguageException {
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
}
