package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecisionCodesTest {
    private static final RuleSetText TEXT = new RuleSetText("""
            set tried
            points decline at 80, review at 50
            rule night points 30 when tx.hour < 5
            rule big challenge when tx.amount > 1_000
            rule late points 20 when tx.hour > 22
            rule small approve when tx.amount < 10
            """, Map.of());

    private static List<String> meanings(RuleSet set) {
        List<String> meanings = new ArrayList<>();
        for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
            meanings.add(set.ruleOf(code) + " " + set.actionOf(code).label());
            if (set.ruleOf(code) == 0
                    || set.rule(set.ruleOf(code)).orElseThrow().action().isPresent()) {
                assertThat(set.codeOf(set.ruleOf(code), set.actionOf(code))).isEqualTo(code);
            }
        }
        return meanings;
    }

    @Test
    void shouldHaveCodesForWhatASetCanDecideAlone() throws RuleSetRefusedException {
        RuleSet set = RuleSet.of(2, 50, TEXT, card -> card);

        assertThat(meanings(set)).containsExactly("0 approve", "2 challenge", "4 approve", "0 review", "0 decline");
        assertThat(set.codeOf(set.rules().get(0))).as("points").isEmpty();
        assertThat(set.codeOf(set.rules().get(1))).hasValue(51);
        assertThat(set.codeOf(0, Action.DECLINE)).isEqualTo(54);
    }

    @Test
    void shouldHaveACodeForEachRuleInTheSetThatAClusterBeginsWith() throws RuleSetRefusedException {
        assertThat(meanings(RuleSet.of(1, 0, TEXT, card -> card)))
                .containsExactly(
                        "0 approve",
                        "1 approve",
                        "2 challenge",
                        "3 approve",
                        "4 approve",
                        "0 challenge",
                        "0 review",
                        "0 decline");
    }

    /** Books of before have sets with a code for each rule, and histories have these. */
    @Test
    void shouldReadTheCodesOfASetAsItsBookHasThem() throws RuleSetRefusedException {
        RecordedSet recorded =
                new RecordedSet(7, 90, 8, "tried", "Ana", TEXT, RecordedSet.Stage.RETIRED, null, RecordedSet.Rest.NONE);
        RuleSet set = RuleSet.of(recorded, card -> card);
        assertThat(meanings(set)).hasSize(8).endsWith("0 challenge", "0 review", "0 decline");
        assertThat(set.codeOf(0, Action.REVIEW)).isEqualTo(96);

        RecordedSet wrong =
                new RecordedSet(7, 90, 6, "tried", "Ana", TEXT, RecordedSet.Stage.RETIRED, null, RecordedSet.Rest.NONE);
        assertThatThrownBy(() -> RuleSet.of(wrong, card -> card))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("decisions=6");
    }

    /** It was inside the budget when it was submitted, and may decide: a member that could not take it could not start. */
    @Test
    void shouldReadASetOfABookThatALaterReleaseFindsTooExpensive() throws RuleSetRefusedException {
        StringBuilder text = new StringBuilder("set large\n");
        for (int i = 1; i <= 100; i++) {
            text.append("rule r").append(i).append(" review when exists(last 90d where amount = ");
            text.append(i).append(")\n");
        }
        RuleSetText written = new RuleSetText(text.toString(), Map.of());
        RecordedSet recorded = new RecordedSet(
                7, 90, 101, "large", "Ana", written, RecordedSet.Stage.ACTIVE, null, RecordedSet.Rest.NONE);

        assertThat(RuleSet.of(recorded, card -> card).cost().ns()).isGreaterThan(SetCost.BUDGET_NS);
        assertThatThrownBy(() -> RuleSet.of(8, 0, written, card -> card))
                .isInstanceOf(RuleSetRefusedException.class)
                .hasMessageContaining("the set costs too much");
    }
}
