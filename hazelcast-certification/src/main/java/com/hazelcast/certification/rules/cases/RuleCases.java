package com.hazelcast.certification.rules.cases;

import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.lists.ByteOrderMark;
import com.hazelcast.certification.rules.model.Decision;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Compares a set of rules with cases. Each case is decided by the compiled set and by the interpreter, which must agree. Single-threaded. */
public final class RuleCases {
    private static final String NO_RULE = "none";

    private final RuleSetDefinition set;
    private final RuleEvaluator evaluator;
    private final RuleInterpreter interpreter;

    public RuleCases(RuleSetDefinition set) {
        this.set = set;
        evaluator = CompiledRules.of(set).newEvaluator();
        interpreter = new RuleInterpreter(set);
    }

    /**
     * How a file of cases went.
     *
     * @param count cases in the file
     * @param differences one text for each case that differs
     */
    public record Report(int count, List<String> differences) {}

    /**
     * Runs all cases.
     *
     * @throws RuleCaseException when a line is no case, or there is none
     * @throws IOException when the file cannot be read
     */
    public Report run(BufferedReader in) throws IOException {
        ByteOrderMark.skip(in);
        RuleCaseReader reader = new RuleCaseReader(set);
        List<String> differences = new ArrayList<>();
        int count = 0;
        int line = 0;
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            line++;
            if (text.isBlank() || text.startsWith("#")) {
                continue;
            }
            count++;
            compare(reader.read(line, text), differences);
        }
        if (count == 0) {
            throw new RuleCaseException("the file has no cases");
        }
        return new Report(count, differences);
    }

    private void compare(RuleCase expected, List<String> differences) {
        TransactionText t = expected.transaction();
        ListHistory history = new ListHistory(expected.history(), t.timeMs());
        Decision decision = interpreter.decide(t.card(), t.times(), t.payment(), t.outcome(), history);
        int rule = evaluator.decide(t.card(), t.times(), t.payment(), t.outcome(), history);
        Decision compiled = new Decision(evaluator.action(), rule, evaluator.points());
        if (!compiled.equals(decision)) {
            throw new IllegalStateException(
                    "interpreter and compiled set differ, which is a defect of this program: line=" + expected.line()
                            + " interpreted=" + decision + " compiled=" + compiled);
        }
        List<Match> matches = interpreter.matches(t.card(), t.times(), t.payment(), t.outcome(), history);
        List<String> wrong = wrong(expected, decision, matches);
        if (!wrong.isEmpty()) {
            String because = matches.stream()
                    .map(match -> "\n    " + match.rule().name() + ": " + match.because())
                    .collect(Collectors.joining());
            String name = expected.name().isEmpty() ? "" : " (" + expected.name() + ")";
            differences.add("line " + expected.line() + name + ": " + String.join("; ", wrong) + because);
        }
    }

    private List<String> wrong(RuleCase expected, Decision decision, List<Match> matches) {
        List<String> wrong = new ArrayList<>();
        String action = decision.action().label();
        expected.action()
                .filter(other -> !other.equals(action))
                .ifPresent(other -> wrong.add("expected action " + other + ", got " + action));
        String rule = decision.rule() == 0
                ? NO_RULE
                : set.rules().get(decision.rule() - 1).name();
        expected.rule()
                .filter(other -> !other.equals(rule))
                .ifPresent(other -> wrong.add("expected rule " + other + ", got " + rule));
        expected.points()
                .filter(other -> other != decision.points())
                .ifPresent(other -> wrong.add("expected " + other + " points, got " + decision.points()));
        List<String> names = matches.stream().map(match -> match.rule().name()).toList();
        expected.matches()
                .filter(other -> !other.equals(names))
                .ifPresent(other -> wrong.add("expected matches " + other + ", got " + names));
        return wrong;
    }
}
