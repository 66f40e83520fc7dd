package com.hazelcast.certification.rules.vectors;

import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares a set of rules with cases whose answers are known. Single-threaded. */
public final class RuleVectors {
    private final RuleEvaluator compiled;
    private final RuleInterpreter interpreter;

    public RuleVectors(RuleSetDefinition set) {
        compiled = CompiledRules.of(set).newEvaluator();
        interpreter = new RuleInterpreter(set);
    }

    /**
     * Scores and explains every vector of a file, plain or gzip.
     *
     * @throws VectorFormatException when it holds none, or a line that is not a vector
     * @throws IOException when the file cannot be read
     */
    public VectorReport check(Path file) throws IOException {
        int checkedCount = 0;
        List<VectorDifference> differences = new ArrayList<>();
        try (VectorReader reader = VectorReader.open(file)) {
            for (RuleVector vector = reader.next(); vector != null; vector = reader.next()) {
                checkedCount++;
                compare(vector, differences);
            }
        }
        if (checkedCount == 0) {
            throw new VectorFormatException("the file holds no vectors");
        }
        return new VectorReport(checkedCount, differences);
    }

    private void compare(RuleVector vector, List<VectorDifference> differences) {
        TransactionText t = vector.transaction();
        ListHistory history = new ListHistory(vector.history(), t.timeMs());
        int rule = compiled.decide(t.card(), t.times(), t.payment(), t.outcome(), history);
        List<Integer> matches = interpreter.matches(t.card(), t.times(), t.payment(), t.outcome(), history).stream()
                .map(match -> match.rule().number())
                .toList();
        if (rule != vector.rule() || !matches.equals(vector.matches())) {
            differences.add(VectorDifference.of(vector, rule, matches));
        }
    }
}
