package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A decision, from its code.
 *
 * @param set that decided
 * @param rule number of the rule in the set; 0: none held, or the sum of points has decided
 * @param action that was taken
 */
public record Ruling(RuleSet set, int rule, Action action) {
    /** Whether the action is not to approve. */
    public boolean isFlagged() {
        return action != Action.APPROVE;
    }

    /** The rule, if one has decided. */
    public Optional<RuleDefinition> definition() {
        return set.rule(rule);
    }

    /** Points that the sum reached at least, when it has decided. The sum itself is not kept: a repeated transaction gets what is. */
    public OptionalInt scoreAtLeast() {
        return rule > 0 || !isFlagged()
                ? OptionalInt.empty()
                : set.definition().thresholds().stream()
                        .filter(threshold -> threshold.action() == action)
                        .mapToInt(RuleSetDefinition.Threshold::points)
                        .min();
    }

    /** The rule's name, {@code points} when their sum has decided, or {@code none}. */
    public String ruleName() {
        return definition().map(RuleDefinition::name).orElse(isFlagged() ? "points" : "none");
    }
}
