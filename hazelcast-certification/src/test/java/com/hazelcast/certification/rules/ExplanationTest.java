package com.hazelcast.certification.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExplanationTest {
    private final CertificationRuleSet rules = new CertificationRuleSet();

    static List<String> cases() throws IOException {
        return RuleTableTest.cases();
    }

    private List<RuleMatch> explain(String line) {
        RuleCase test = RuleCase.parse(line);
        TransactionText t = test.transaction().packed();
        ListHistory history =
                new ListHistory(test.history().stream().map(Entry::packed).toList(), t.timeMs());
        return rules.explain(t.card(), t.times(), t.payment(), t.outcome(), history);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGiveAReasonWithoutTheCard(String line) {
        String card = Long.toString(RuleCase.parse(line).transaction().card());
        assertThat(explain(line))
                .allSatisfy(match -> assertThat(match.because()).isNotBlank().doesNotContain(card));
    }

    @Test
    void shouldTellTheAmountAndTheAverageThatItExceeds() {
        assertThat(explain("36 | holds | amount=11 | 1h amount=8"))
                .allSatisfy(match -> assertThat(match.because()).contains("amount 11 > average 9 of 2"));
    }

    @Test
    void shouldTellTheWholeSumEvenWhenTheFirstEntriesDecide() {
        assertThat(explain("36 | holds | amount=30000 | 1h amount=40000; 2h amount=50000")
                        .get(0)
                        .because())
                .contains("sum 120000");
    }

    @Test
    void shouldNumberTheRulesInTheirOrderAndNameEachDifferently() {
        List<Rule> all = CertificationRules.all();
        assertThat(all)
                .extracting(Rule::id)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 49).boxed().toList());
        assertThat(all).extracting(Rule::name).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9-]+"));
        assertThat(all)
                .allSatisfy(rule -> assertThat(CertificationRules.of(rule.id())).isSameAs(rule));
    }
}
