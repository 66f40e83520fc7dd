package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.Score;
import java.util.Optional;

/**
 * A decision, from its code.
 *
 * @param set that decided
 * @param rule number of the rule in the set; 0: none held, or the sum of points has decided
 * @param action that was taken
 * @param score what is known of the sum of points, where it has decided: the same whenever the transaction comes again
 */
public record Ruling(RuleSet set, int rule, Action action, Score score) {
    /** In the place of a rule's name, where none has decided. */
    public static final String NONE = "none";

    /** The same where the sum of points has. */
    static final String POINTS = "points";

    /** Whether the action is not to approve. */
    public boolean isFlagged() {
        return action != Action.APPROVE;
    }

    /** The rule, if one has decided. */
    public Optional<RuleDefinition> definition() {
        return set.rule(rule);
    }

    /** The rule's name, {@code points} when their sum has decided, or {@code none}. */
    public String ruleName() {
        return definition().map(RuleDefinition::name).orElse(isFlagged() ? POINTS : NONE);
    }
}
