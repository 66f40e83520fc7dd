package com.hazelcast.certification.rules.model;

import java.util.List;
import java.util.Optional;

/**
 * A rule.
 *
 * @param number its place in the set, from 1
 * @param name short and stable, for tables and metrics
 * @param description when it holds, in one line; may be empty
 * @param action what it decides when it holds; empty for a rule with points
 * @param points what it adds when it holds; 0 for a rule with an action
 * @param line where it begins in the text
 */
public record RuleDefinition(
        int number,
        String name,
        String description,
        Optional<Action> action,
        int points,
        List<String> tags,
        Condition condition,
        int line) {
    public RuleDefinition {
        tags = List.copyOf(tags);
    }
}
