package com.hazelcast.certification.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule on either side of each of its thresholds: the cases are in {@code rule-cases.txt}. */
class RuleTableTest {
    private static final Path TABLE = Path.of("src/test/resources/rule-cases.txt");

    private final CertificationRuleSet rules = new CertificationRuleSet();

    static List<String> cases() throws IOException {
        try (var lines = Files.lines(TABLE)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldHoldOnOneSideOfTheThreshold(String line) {
        RuleCase test = RuleCase.parse(line);
        List<Integer> matches = explain(test);
        assertThat(matches.contains(test.rule())).isEqualTo(test.holds());
        assertThat(matches).isEqualTo(new PlainRules(test.transaction(), test.history()).matches());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldDecideByTheFirstRuleThatHolds(String line) {
        RuleCase test = RuleCase.parse(line);
        List<Integer> matches = explain(test);
        TransactionText t = test.transaction().packed();
        assertThat(rules.verdict(t.card(), t.times(), t.payment(), t.outcome(), history(test)))
                .isEqualTo(matches.isEmpty() ? 0 : matches.get(0));
    }

    @Test
    void shouldHaveACaseOnEitherSideForEveryRule() throws IOException {
        TreeSet<Integer> holding = new TreeSet<>();
        TreeSet<Integer> notHolding = new TreeSet<>();
        for (String line : cases()) {
            RuleCase test = RuleCase.parse(line);
            (test.holds() ? holding : notHolding).add(test.rule());
        }
        List<Integer> all =
                IntStream.rangeClosed(1, CertificationRules.LAST_ID).boxed().toList();
        assertThat(holding).containsExactlyElementsOf(all);
        assertThat(notHolding).containsExactlyElementsOf(all);
    }

    private List<Integer> explain(RuleCase test) {
        TransactionText t = test.transaction().packed();
        return rules.explain(t.card(), t.times(), t.payment(), t.outcome(), history(test)).stream()
                .map(match -> match.rule().id())
                .toList();
    }

    private static ListHistory history(RuleCase test) {
        return new ListHistory(
                test.history().stream().map(Entry::packed).toList(),
                test.transaction().time());
    }
}
