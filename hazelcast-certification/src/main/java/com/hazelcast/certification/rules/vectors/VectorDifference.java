package com.hazelcast.certification.rules.vectors;

import com.hazelcast.certification.transaction.Pan;
import java.util.List;

/**
 * A vector on which rule set and file disagree.
 *
 * @param maskedCard safe to print
 * @param rule the verdict of the rule set
 * @param matches the rules that the rule set explains
 */
public record VectorDifference(
        int line, String maskedCard, int expectedRule, int rule, List<Integer> expectedMatches, List<Integer> matches) {

    static VectorDifference of(RuleVector vector, int rule, List<Integer> matches) {
        String maskedCard = Pan.masked(vector.transaction().card());
        return new VectorDifference(vector.line(), maskedCard, vector.rule(), rule, vector.matches(), matches);
    }

    @Override
    public String toString() {
        return "line " + line + ", card " + maskedCard + ": expected rule " + expectedRule + " of " + expectedMatches
                + ", got rule " + rule + " of " + matches;
    }
}
