package com.hazelcast.certification.rules.model;

import java.util.List;

/**
 * A set of rules, in the order in which they are tried. Immutable, with all that its lists and tables hold.
 *
 * @param name as the text says; {@code unnamed} when it says nothing
 * @param thresholds from how many points which action is taken, most points first
 * @param lookUps what it declares to look up
 * @param remarks what is wrong with a set that is submitted, and was taken by releases before
 */
public record RuleSetDefinition(
        String name, List<RuleDefinition> rules, List<Threshold> thresholds, LookUps lookUps, List<Remark> remarks) {
    public RuleSetDefinition {
        rules = List.copyOf(rules);
        thresholds = List.copyOf(thresholds);
        remarks = List.copyOf(remarks);
    }

    /** What is wrong, at a place of the text, which has lines and columns from 1. */
    public record Remark(int line, int column, String message) {}

    /** An action that is taken from so many points on. */
    public record Threshold(Action action, int points) {}

    /** What so many points come to. */
    public Action actionOf(int points) {
        for (Threshold threshold : thresholds) {
            if (points >= threshold.points()) {
                return threshold.action();
            }
        }
        return Action.APPROVE;
    }
}
