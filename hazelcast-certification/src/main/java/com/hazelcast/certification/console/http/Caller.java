package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.Role;

/**
 * Who sent a request.
 *
 * @param name of the user; of a token its role and {@code -token}; {@link #NOBODY}
 * @param address that the request came from, without a port
 */
public record Caller(String name, Role role, Proof proof, String address) {
    /** The name of a caller who presented nothing. */
    public static final String NOBODY = "-";

    /** What a request has presented. */
    public enum Proof {
        /** Nothing: it came from this machine, or asks what anybody may ask. */
        NONE,
        /** A token of a role. */
        TOKEN,
        /** A user's name and secret, or the session of somebody whom a provider has signed in. */
        SIGN_IN
    }

    /** Whether the request presented something valid. */
    public boolean hasToken() {
        return proof != Proof.NONE;
    }

    /** Whether somebody has signed in, and can sign out. */
    public boolean isSignedIn() {
        return proof == Proof.SIGN_IN;
    }

    /** The role as it stands in answers and in the log. */
    public String roleName() {
        return role.label();
    }
}
