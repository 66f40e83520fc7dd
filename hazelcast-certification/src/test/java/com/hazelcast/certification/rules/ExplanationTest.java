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

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGiveAReasonInWords(String line) {
        assertThat(explain(line))
                .allSatisfy(match -> assertThat(match.because()).doesNotContainPattern("[<>=%]|-\\d"));
    }

    @Test
    void shouldReportTheAmountAndTheAverageThatItExceeds() {
        assertThat(explain("36 | holds | amount=11 | 1h amount=8"))
                .allSatisfy(match ->
                        assertThat(match.because()).contains("11 units, above the average of 9 in 2 transactions "));
    }

    @Test
    void shouldReportTheWholeSumEvenWhenTheFirstEntriesDecide() {
        assertThat(explain("36 | holds | amount=30000 | 1h amount=40000; 2h amount=50000")
                        .get(0)
                        .because())
                .isEqualTo("120,000 units in 3 transactions within 60 days, more than 20,000");
    }

    @Test
    void shouldReportEveryValueThatTheRuleLooksAt() {
        assertThat(explain("45 | holds | merchant=33 amount=1001 | 11*0 merchant=22"))
                .extracting(RuleMatch::because)
                .contains("merchant type 33; 1,001 units, more than 1,000; "
                        + "11 transactions at merchant type 22 on the 1-day ladder, more than 10");
    }

    @Test
    void shouldNumberTheRulesInTheirOrderAndNameEachDifferently() {
        List<Rule> all = CertificationRules.all();
        assertThat(all)
                .extracting(Rule::id)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, CertificationRules.LAST_ID)
                        .boxed()
                        .toList());
        assertThat(all).extracting(Rule::name).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9-]+"));
        assertThat(all)
                .allSatisfy(rule -> assertThat(CertificationRules.of(rule.id())).isSameAs(rule));
    }
}
