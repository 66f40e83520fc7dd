package com.hazelcast.certification.api.decisions;

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

    /**
     * As rules say it.
     *
     * @param declined what is given in place of {@link #DECLINE}
     */
    public static Action of(com.hazelcast.certification.rules.model.Action ruled, Action declined) {
        Action action = VALUES[ruled.ordinal()];
        return action == DECLINE ? declined : action;
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
