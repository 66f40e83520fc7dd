package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The comparison itself, small; what it measures is nobody's business here. */
class RuleThroughputTest {
    private static final RuleThroughput.Settings SMALL = new RuleThroughput.Settings(1_000, 10, 5_000, 2);

    private static RuleEvaluator compiled() throws Exception {
        return CompiledRules.of(RuleSetText.shipped().read()).newEvaluator();
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void shouldScoreTheSameTransactionsByBothRules(Traffic traffic) throws Exception {
        List<RuleThroughput.Round> measured = new ArrayList<>();
        RuleThroughput.Result result = new RuleThroughput(
                        SMALL, new CertificationRuleSet()::verdict, compiled()::decide)
                .run(traffic, measured::add);

        assertThat(result.difference()).isEmpty();
        // Those of two rounds before, too.
        assertThat(result.compared()).isEqualTo(20_000);
        assertThat(result.rounds()).hasSize(2).isEqualTo(measured);
        assertThat(result.rounds()).allMatch(round -> round.javaNs() > 0 && round.compiledNs() > 0);
        assertThat(result.ratio()).isPositive();
    }

    @Test
    void shouldSayWhichTransactionIsAnsweredOtherwise() throws Exception {
        RuleEvaluator rules = compiled();
        RuleThroughput.Result result = new RuleThroughput(
                        SMALL, (card, times, payment, outcome, earlier) -> 50, rules::decide)
                .run(Traffic.CLEAN, round -> {});

        assertThat(result.rounds()).isEmpty();
        assertThat(result.difference().orElseThrow())
                .startsWith("transaction 0 of a round, card ")
                .contains("****")
                .endsWith(": in Java rule 50, compiled rule 0");
    }

    @Test
    void shouldTakeTheMiddleOfTheRounds() {
        RuleThroughput.Result three = new RuleThroughput.Result(
                List.of(round(500, 1_000), round(2_000, 250), round(1_000, 500)), 3, 0, Optional.empty());
        RuleThroughput.Result two =
                new RuleThroughput.Result(List.of(round(500, 1_000), round(1_000, 500)), 2, 0, Optional.empty());

        assertThat(three.median(RuleThroughput.Round::javaTps)).isEqualTo(1e6);
        assertThat(three.ratio()).isEqualTo(2);
        assertThat(two.median(RuleThroughput.Round::compiledTps)).isEqualTo(1.5e6);
    }

    /** One transaction, in so many ns. */
    private static RuleThroughput.Round round(long javaNs, long compiledNs) {
        return new RuleThroughput.Round(1, javaNs, compiledNs);
    }
}
