package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.util.Locale;

/** What a caller is to do with a transaction. */
public enum Action {
    /** Let it pass. */
    APPROVE,
    /** Ask the customer to prove who they are. */
    CHALLENGE,
    /** Let a person look at it. */
    REVIEW,
    /** Refuse it. */
    DECLINE;

    private static final Action[] VALUES = values();

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is written in answers and tables. */
    public String label() {
        return label;
    }

    /** As rules say it. */
    public static Action of(com.hazelcast.certification.rules.model.Action ruled) {
        return VALUES[ruled.ordinal()];
    }

    /**
     * What a rule of a set decides.
     *
     * @param rule its number; 0: none holds
     * @param declined what is given in place of {@link #DECLINE}
     */
    public static Action of(RuleSet set, int rule, Action declined) {
        return set.rule(rule)
                .flatMap(RuleDefinition::action)
                .map(Action::of)
                .map(ruled -> ruled == DECLINE ? declined : ruled)
                .orElse(APPROVE);
    }

    /**
     * The action of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Action of(String label) {
        for (Action action : VALUES) {
            if (action.label.equals(label)) {
                return action;
            }
        }
        throw new IllegalArgumentException("an action is approve, challenge, review or decline: action=" + label);
    }
}
