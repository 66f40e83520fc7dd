package com.hazelcast.certification.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.RuleComparison;
import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.Rule;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.Decision;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.vectors.RuleVector;
import com.hazelcast.certification.rules.vectors.VectorReader;
import com.hazelcast.certification.traffic.Traffic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code rules/certification.rules} against the same rules written in Java. {@code -Dtransactions=10000000} beside the other
 * options of Maven compares millions of each traffic: Surefire hands it on to the JVM of the tests.
 */
class CertificationLanguageTest {
    private static final Path VECTORS = Path.of("src/test/resources/certification-vectors.jsonl.gz");
    private static final Path RULES = Path.of("../rules/certification.rules");
    private static final int VECTOR_COUNT = 1_324;

    private static RuleSetDefinition set;

    @BeforeAll
    static void read() throws Exception {
        set = new RuleLanguage().read(Files.readString(RULES), RuleFiles.none());
    }

    @Test
    void shouldHaveTheRulesOfJavaWithTheirNumbersNamesAndDescriptions() {
        assertThat(set.rules().stream().map(rule -> new Rule(rule.number(), rule.name(), rule.description())))
                .containsExactlyElementsOf(CertificationRules.all());
    }

    @Test
    void shouldStandInItsUsualForm() throws Exception {
        String text = Files.readString(RULES);
        assertThat(RuleLanguage.format(text)).isEqualTo(text);
    }

    @Test
    void shouldAgreeWithEveryVector() throws Exception {
        RuleEvaluator evaluator = CompiledRules.of(set).newEvaluator();
        RuleInterpreter interpreter = new RuleInterpreter(set);
        int count = 0;
        try (VectorReader reader = VectorReader.open(VECTORS)) {
            for (RuleVector vector = reader.next(); vector != null; vector = reader.next()) {
                assertAgrees(vector, evaluator, interpreter);
                count++;
            }
        }
        assertThat(count).isEqualTo(VECTOR_COUNT);
    }

    private static void assertAgrees(RuleVector vector, RuleEvaluator evaluator, RuleInterpreter interpreter) {
        TransactionText t = vector.transaction();
        ListHistory history = new ListHistory(vector.history(), t.timeMs());
        String where = "line " + vector.line();
        assertThat(evaluator.decide(t.card(), t.times(), t.payment(), t.outcome(), history))
                .as(where)
                .isEqualTo(vector.rule());
        List<Match> matches = interpreter.matches(t.card(), t.times(), t.payment(), t.outcome(), history);
        assertThat(matches).as(where).extracting(match -> match.rule().number()).isEqualTo(vector.matches());
        List<Integer> held = new ArrayList<>();
        for (int number = 1; number <= set.rules().size(); number++) {
            if (evaluator.holds(number, t.card(), t.times(), t.payment(), t.outcome(), history)) {
                held.add(number);
            }
        }
        assertThat(held).as(where).isEqualTo(vector.matches());
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void shouldDecideAsTheRulesInJava(Traffic traffic) {
        long transactions = Long.getLong("transactions", 15_000);
        RuleComparison.Result result = new RuleComparison(
                        set, new JavaRules(), new RuleComparison.Settings(traffic, 500, 40, transactions, 11))
                .run();
        assertThat(result.differences()).isEmpty();
        assertThat(result.compared()).isEqualTo(transactions);
        assertThat(result.explained()).isPositive();
    }

    private static final class JavaRules implements RuleComparison.Reference {
        private final CertificationRuleSet rules = new CertificationRuleSet();

        @Override
        public Decision decide(long card, long times, long payment, int outcome, HistoryCursor earlier) {
            int rule = rules.verdict(card, times, payment, outcome, earlier);
            return new Decision(rule == 0 ? Action.APPROVE : Action.DECLINE, rule, 0);
        }

        @Override
        public List<Integer> matches(long card, long times, long payment, int outcome, HistoryCursor earlier) {
            return rules.explain(card, times, payment, outcome, earlier).stream()
                    .map(match -> match.rule().id())
                    .toList();
        }
    }
}
