package com.hazelcast.certification.api.http;

import java.util.Locale;

/** What a request asks for. */
public enum Call {
    DECISION(Role.SCORE),
    BATCH(Role.SCORE),
    SUBMIT(Role.SCORE),
    PUT(Role.SCORE),
    DECISION_READ(Role.SCORE),
    CARDS_OPEN(Role.OPERATE),
    HISTORY(Role.READ),
    HISTORY_BY_TOKEN(Role.READ),
    LABELS(Role.LABEL),
    /** Health and the description of the API: needs no role. */
    OPEN(null),
    /** No call of the API. */
    OTHER(null);

    private final @org.jspecify.annotations.Nullable Role role;
    private final String label = name().toLowerCase(Locale.ROOT);

    Call(@org.jspecify.annotations.Nullable Role role) {
        this.role = role;
    }

    @org.jspecify.annotations.Nullable
    Role role() {
        return role;
    }

    /** The value of the metric label {@code call}, and its name in the access log. */
    public String label() {
        return label;
    }
}
