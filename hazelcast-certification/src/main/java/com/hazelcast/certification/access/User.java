package com.hazelcast.certification.access;

import java.time.Instant;

/**
 * A person, or a program of its own. A value.
 *
 * @param expiresMs when it may no more, in milliseconds since 1970
 */
public record User(String name, Role role, HashedSecret secret, long expiresMs) {
    private static final int COLUMNS = 3;
    private static final String EXPIRES = "expires=";

    /**
     * Of the columns name, role, hashed secret and, where required, {@code expires=TIME}.
     *
     * @throws IllegalArgumentException when they are not that
     * @throws java.time.DateTimeException when the time is none
     */
    static User of(String... columns) {
        if (columns.length < COLUMNS) {
            throw new IllegalArgumentException("a line is a name, a role and a hashed secret");
        }
        long expiresMs = Long.MAX_VALUE;
        for (int i = COLUMNS; i < columns.length; i++) {
            if (!columns[i].startsWith(EXPIRES)) {
                throw new IllegalArgumentException(
                        "after the secret stands only " + EXPIRES + "TIME: column=" + columns[i]);
            }
            expiresMs = Instant.parse(columns[i].substring(EXPIRES.length())).toEpochMilli();
        }
        return new User(columns[0], Role.of(columns[1]), HashedSecret.parse(columns[2]), expiresMs);
    }

    /** The line of a file. */
    String line() {
        return name + " " + role.label() + " " + secret.text()
                + (expiresMs == Long.MAX_VALUE ? "" : " " + EXPIRES + Instant.ofEpochMilli(expiresMs));
    }
}
