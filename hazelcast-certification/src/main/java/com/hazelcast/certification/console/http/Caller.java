package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.Role;

/**
 * Who sent a request.
 *
 * @param name of the user; of a token its role and {@code -token}; {@link #NOBODY}
 * @param hasToken whether the request presented a valid token, or a user's name and secret; else it came from this machine
 * @param address that the request came from, without a port
 */
public record Caller(String name, Role role, boolean hasToken, String address) {
    /** The name of a caller who presented nothing. */
    public static final String NOBODY = "-";

    /** The role as it stands in answers and in the log. */
    public String roleName() {
        return role.label();
    }
}
