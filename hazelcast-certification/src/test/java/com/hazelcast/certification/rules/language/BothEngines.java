package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.List;

/** The compiled set and the interpreter, which decide alike. */
final class BothEngines {
    private BothEngines() {}

    /** The number of the rule that decides, from 1; 0: none does. Fails where the two differ. */
    static int decide(RuleSetDefinition set, TransactionText t, List<TransactionText> earlier) {
        int compiled = CompiledRules.of(set)
                .newEvaluator()
                .decide(t.card(), t.times(), t.payment(), t.outcome(), new ListHistory(earlier, t.timeMs()));
        int interpreted = new RuleInterpreter(set)
                .decide(t.card(), t.times(), t.payment(), t.outcome(), new ListHistory(earlier, t.timeMs()))
                .rule();
        assertThat(compiled).as("the compiled set decides as the interpreter").isEqualTo(interpreted);
        return compiled;
    }
}
