package com.hazelcast.certification.api.decisions;

import java.util.Locale;

/** What a caller is to do with a transaction. */
public enum Action {
    /** Let it pass. */
    APPROVE,
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
        throw new IllegalArgumentException("an action is approve, review or decline: action=" + label);
    }
}
