package com.hazelcast.certification.console.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a user presents in {@code Authorization: Basic}: base64 of name, colon and secret in UTF-8. Immutable. */
record NameAndSecret(String name, String secret) {
    private static final String BASIC = "basic ";

    /**
     * Reads the header.
     *
     * @param authorization null: none
     * @return empty when it is of another kind
     * @throws HttpFailure 401 when it is of this kind and not well formed
     */
    static Optional<NameAndSecret> of(@Nullable String authorization) {
        if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(BASIC)) {
            return Optional.empty();
        }
        String text = decoded(authorization.substring(BASIC.length()).trim());
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw notWellFormed();
        }
        return Optional.of(new NameAndSecret(text.substring(0, colon), text.substring(colon + 1)));
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw notWellFormed();
        }
    }

    private static HttpFailure notWellFormed() {
        return new HttpFailure(
                HttpFailure.UNAUTHORIZED,
                "Authorization: Basic is not well formed; send base64 of a user's name, a colon and the secret");
    }

    @Override
    public String toString() {
        return name + ":****";
    }
}
