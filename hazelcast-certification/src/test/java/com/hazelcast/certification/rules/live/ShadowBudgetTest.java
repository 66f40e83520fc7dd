package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShadowBudgetTest {
    private static RuleSet set(int number, String rules) throws RuleSetRefusedException {
        return RuleSet.of(number, 0, new RuleSetText(rules, Map.of()), card -> card);
    }

    @Test
    void shouldTakeWhatCostsAsMuchAsItIsAndNoMore() throws RuleSetRefusedException {
        RuleSet one = set(2, "rule a decline when count(last 1h where code = 3) > 2");
        RuleSet other = set(3, "rule b decline when tx.amount > 5");
        long sumNs = (long) Math.ceil(one.cost().ns() + other.cost().ns());
        assertThat(one.cost().ns()).isGreaterThan(1_000);
        assertThatCode(() -> new ShadowBudget(sumNs).require(List.of(one, other)))
                .doesNotThrowAnyException();
        ShadowBudget less = new ShadowBudget(sumNs - 1);
        assertThatCode(() -> less.require(List.of(one))).doesNotThrowAnyException();
        assertThatThrownBy(() -> less.require(List.of(one, other))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNameTheSetsAndTheirMostExpensiveRules() throws RuleSetRefusedException {
        RuleSet one = set(2, "rule small decline when tx.amount > 5");
        RuleSet other = set(
                3,
                "rule tiny decline when tx.amount > 6\n"
                        + "rule deep decline when distinct(country, last 20d where code = 3) > 2");
        assertThatThrownBy(() -> new ShadowBudget(1_000).require(List.of(one, other)))
                .hasMessageMatching(
                        "the sets in the shadow would cost too much: at most [0-9,]+ ns at 200 entries a card together,"
                                + " and their budget \\(rules-shadow-budget-ns\\) is 1,000 ns; retire one first;"
                                + " the sets: 3 \\([0-9,]+ ns\\), 2 \\(2 ns\\);"
                                + " the most expensive rules: deep of set 3 \\([0-9,]+ ns\\), small of set 2 \\(2 ns\\), tiny of set 3 \\(2 ns\\)");
    }
}
