package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a set whose text was removed. */
class RuleOutlineTest {
    private static RuleSetDefinition read(String text) throws RuleLanguageException {
        return new RuleLanguage().read(text, name -> new BufferedReader(new StringReader("5411\n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"certification", "starter"})
    void shouldHaveTheDecisionsOfASetThatComesWithTheProgram(String name) throws Exception {
        requireSameDecisions(RuleSetText.shipped(name).orElseThrow().read());
    }

    @Test
    void shouldHaveTheDecisionsOfASetWithEveryOutcome() throws Exception {
        requireSameDecisions(read("""
                set "a-set"
                list some of merchant from 'some.csv'
                points challenge at 10, decline at 50
                rule "decline" 'Says ''why''' decline tags a, b when tx.merchant in @some
                rule four points 40 when tx.amount > 3
                rule ok approve when tx.amount > 4
                rule look review when tx.amount > 5
                rule ask challenge when tx.amount > 6
                """));
    }

    private static void requireSameDecisions(RuleSetDefinition set) throws RuleLanguageException {
        String text = RuleOutline.of(set);
        RuleSetDefinition left = read(text);

        assertThat(RuleOutline.isOne(text)).isTrue();
        assertThat(left.name()).isEqualTo(set.name());
        assertThat(left.thresholds()).isEqualTo(set.thresholds());
        assertThat(left.rules().stream()
                        .map(rule -> rule.number() + rule.name() + rule.action() + rule.points())
                        .toList())
                .isEqualTo(set.rules().stream()
                        .map(rule -> rule.number() + rule.name() + rule.action() + rule.points())
                        .toList());
        for (int amount = 0; amount < 5; amount++) {
            assertThat(new RuleInterpreter(left)
                            .matches(
                                    4_000,
                                    TransactionLayout.times(1_781_562_600_000L, 276, 978),
                                    TransactionLayout.payment(amount, 1, 5_411),
                                    TransactionLayout.outcome(10, 0),
                                    new ListHistory(List.of(), 1_781_562_600_000L)))
                    .as("amount " + amount)
                    .isEmpty();
        }
    }
}
