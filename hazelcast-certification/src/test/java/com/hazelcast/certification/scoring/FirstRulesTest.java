package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.transaction.CardKey;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FirstRulesTest {
    private static final Optional<CardKey> KEY = Optional.of(new CardKey(new byte[16]));

    @Test
    void shouldTakeTheSetOfTheProgramWhateverItCosts() {
        RuleSet plain = FirstRules.compile(RuleSetText.shipped(), Optional.empty(), 1);
        RuleSet keyed = FirstRules.compile(RuleSetText.shipped(), KEY, 1);

        assertThat(keyed.name()).isEqualTo(plain.name());
    }

    @Test
    void shouldRefuseAnotherSetThatCostsMore() {
        RuleSetText text = new RuleSetText("set small\nrule small decline when tx.amount <= 10\n", Map.of());

        assertThatThrownBy(() -> FirstRules.compile(text, KEY, 0)).hasMessageContaining("rules-budget-ns");
    }
}
