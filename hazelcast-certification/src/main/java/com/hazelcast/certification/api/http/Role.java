package com.hazelcast.certification.api.http;

import java.util.Locale;

/** What a client may do. */
enum Role {
    /** Submit transactions and read their decisions. */
    SCORE,
    /** Read histories of cards. */
    READ,
    /** Open cards. */
    OPERATE,
    /** Say of transactions whether they were fraud. */
    LABEL;

    private final String label = name().toLowerCase(Locale.ROOT);

    String label() {
        return label;
    }

    /** @throws IllegalArgumentException when there is no such role */
    static Role of(String label) {
        for (Role role : values()) {
            if (role.label.equals(label)) {
                return role;
            }
        }
        throw new IllegalArgumentException("a role is score, read, operate or label: role=" + label);
    }
}
