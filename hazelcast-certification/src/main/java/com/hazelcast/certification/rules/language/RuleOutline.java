package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.stream.Collectors;

/**
 * What is left of a set whose text and lists were removed: a text with the name of the set, its thresholds, and name and outcome of each rule,
 * in their order. Its decisions are those of the set, so what histories record can still be read, by releases before as well. None of its
 * rules holds. Stateless.
 */
public final class RuleOutline {
    /** The first line of each; a set that is submitted does not begin with it. */
    public static final String MARK = "-- Text and lists of this set were removed. No rule holds.";

    /** Each comparison may hold, as the language wants it, and never both. */
    private static final String NEVER = "tx.amount < 2 and tx.amount > 2";

    private RuleOutline() {}

    /** Whether a text is one, or the mark alone, which is left of a set that has decided nothing. */
    public static boolean isOne(String text) {
        return text.startsWith(MARK);
    }

    /** Of a set. Reading it comes to the same name, thresholds, and names and outcomes of rules. */
    public static String of(RuleSetDefinition set) {
        StringBuilder text = new StringBuilder(MARK).append("\nset ").append(quoted(set.name()));
        if (!set.thresholds().isEmpty()) {
            text.append("\npoints ")
                    .append(set.thresholds().stream()
                            .map(threshold -> threshold.action().label() + " at " + threshold.points())
                            .collect(Collectors.joining(", ")));
        }
        for (RuleDefinition rule : set.rules()) {
            text.append("\nrule ")
                    .append(quoted(rule.name()))
                    .append(' ')
                    .append(rule.action().map(Action::label).orElse("points " + rule.points()))
                    .append(" when ")
                    .append(NEVER);
        }
        return text.append('\n').toString();
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }
}
