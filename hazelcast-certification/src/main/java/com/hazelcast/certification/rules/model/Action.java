package com.hazelcast.certification.rules.model;

import java.util.Locale;

/** What is to be done with a transaction, from the mildest to the hardest. */
public enum Action {
    APPROVE,
    CHALLENGE,
    REVIEW,
    DECLINE;

    /** As rules write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
