package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleSetDefinition;

/**
 * What the codes of a set's decisions mean, counted from the set's first one:
 *
 * <pre>
 *  0: no rule holds | 1 to n: its rules | where it has points, one for each action that their sum may come to: challenge, review, decline
 * </pre>
 *
 * Stateless.
 */
public final class DecisionCodes {
    private static final Action[] ACTIONS = Action.values();

    private DecisionCodes() {}

    /** How many codes a set takes. */
    public static int count(RuleSetDefinition set) {
        return 1 + set.rules().size() + (set.thresholds().isEmpty() ? 0 : ACTIONS.length - 1);
    }

    /** The code of a decision by a rule, or where that is 0 by none or by points. */
    static int of(RuleSetDefinition set, int rule, Action action) {
        return rule != 0 || action == Action.APPROVE ? rule : set.rules().size() + action.ordinal();
    }

    /** Number of the rule; 0: none held, or the sum of points has decided. */
    public static int rule(RuleSetDefinition set, int code) {
        return code <= set.rules().size() ? code : 0;
    }

    /** The action. */
    public static Action action(RuleSetDefinition set, int code) {
        int points = code - set.rules().size();
        if (points > 0) {
            return ACTIONS[points];
        }
        return code == 0 ? Action.APPROVE : set.rules().get(code - 1).action().orElse(Action.APPROVE);
    }

    /** The rule's name, {@code points} when their sum has decided, or {@code none}. */
    public static String name(RuleSetDefinition set, int code) {
        int rule = rule(set, code);
        if (rule > 0) {
            return set.rules().get(rule - 1).name();
        }
        return code > 0 ? "points" : "none";
    }
}
