package com.hazelcast.certification.access.oidc;

import java.util.Locale;

/** A sign-in by the provider that came to nothing. The sentence is for the person; neither it nor the reason holds a token or a secret. */
public final class OidcRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final Reason reason;
    private final String name;

    /** Why. */
    public enum Reason {
        /** It did not answer, or not as a provider does. */
        PROVIDER_AWAY,
        /** It has refused: the person, or the members as its client. */
        PROVIDER_REFUSED,
        /** This member has begun no such sign-in, or it was used, or has become too old. */
        UNKNOWN_STATE,
        NOT_SIGNED,
        WRONG_SIGNATURE,
        WRONG_ISSUER,
        WRONG_AUDIENCE,
        EXPIRED,
        WRONG_NONCE,
        /** Another fault of the ID token. */
        BAD_TOKEN,
        /** The ID token has no name that can be used. */
        NO_NAME,
        /** The person has none of the values that give a role. */
        NO_ROLE;

        /** As it stands in logs. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    OidcRefused(Reason reason, String sentence) {
        this(reason, "", sentence);
    }

    /** @param name of the person, who is known; empty: nobody is */
    OidcRefused(Reason reason, String name, String sentence) {
        // Nobody reads its stack.
        super(sentence, null, false, false);
        this.reason = reason;
        this.name = name;
    }

    public Reason reason() {
        return reason;
    }

    /** Of the person, when the ID token was right; else empty. */
    public String name() {
        return name;
    }

    /** What is wrong and what to do. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
