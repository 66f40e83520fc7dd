package com.hazelcast.certification.console.http;

import java.util.Locale;

/**
 * Who sent a request.
 *
 * @param hasToken whether the request presented a valid token; else it came from this machine
 * @param address that the request came from, without a port
 */
public record Caller(Role role, boolean hasToken, String address) {
    /** The role as it stands in answers and in the log. */
    public String roleName() {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
