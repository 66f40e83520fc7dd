package com.hazelcast.certification.console.http;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what, by the token presented. Thread-safe.
 *
 * <p>Where no token is needed, the request must name this machine in {@code Host}: a foreign page whose name has been made to
 * point at 127.0.0.1 would otherwise be let in with its visitor's browser.
 */
final class ConsoleAccess {
    private static final String BEARER = "bearer ";

    /** An address or localhost, with or without a port. */
    private static final Pattern THIS_MACHINE =
            Pattern.compile("(localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1])(:\\d{1,5})?");

    private final ConsoleSettings settings;
    private final boolean isOpenToViewers;

    ConsoleAccess(ConsoleSettings settings) {
        this.settings = settings;
        this.isOpenToViewers = settings.isLoopback();
    }

    /**
     * The caller's role.
     *
     * @param authorization header; null: none
     * @param host header; null: none
     * @throws HttpFailure 401 without a token where one is needed, or with a wrong one
     */
    Role roleOf(@Nullable String authorization, @Nullable String host) {
        if (authorization != null) {
            return roleOf(authorization);
        }
        if (!isOpenToViewers) {
            throw new HttpFailure(
                    HttpFailure.UNAUTHORIZED, "a token is needed; send Authorization: Bearer and the viewer's token");
        }
        if (host == null || !THIS_MACHINE.matcher(host.toLowerCase(Locale.ROOT)).matches()) {
            throw new HttpFailure(
                    HttpFailure.UNAUTHORIZED,
                    "without a token this port answers to localhost and 127.0.0.1 only; open it by such an address");
        }
        return Role.VIEWER;
    }

    private Role roleOf(String authorization) {
        if (authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            String token = authorization.substring(BEARER.length()).trim();
            boolean isOperator = isToken(settings.operator(), token);
            boolean isAnalyst = isToken(settings.analyst(), token);
            boolean isViewer = isToken(settings.viewer(), token);
            if (isOperator || isAnalyst || isViewer) {
                return isOperator ? Role.OPERATOR : isAnalyst ? Role.ANALYST : Role.VIEWER;
            }
        }
        throw new HttpFailure(
                HttpFailure.UNAUTHORIZED,
                "no such token; send Authorization: Bearer and the viewer's, the analyst's or the operator's token");
    }

    private static boolean isToken(Optional<AccessToken> token, String presented) {
        return token.isPresent() && token.get().matches(presented);
    }

    /** Whether anybody can have that role. */
    boolean isConfigured(Role role) {
        return settings.operator().isPresent()
                || role != Role.OPERATOR && (settings.analyst().isPresent() || role == Role.VIEWER);
    }

    /**
     * Lets only callers of that role pass.
     *
     * @throws HttpFailure 403 when nobody has that role, or not this caller; 401 without a token
     */
    void require(Role needed, Caller caller) {
        if (caller.role().includes(needed)) {
            return;
        }
        if (!isConfigured(needed)) {
            throw new HttpFailure(
                    HttpFailure.FORBIDDEN,
                    needed.deed() + " needs a token, and this member has none for it; start it with "
                            + needed.option());
        }
        throw caller.hasToken()
                ? new HttpFailure(
                        HttpFailure.FORBIDDEN,
                        "the " + caller.roleName() + "'s token is not enough for " + needed.deed() + "; send the "
                                + needed.token() + " token")
                : new HttpFailure(
                        HttpFailure.UNAUTHORIZED,
                        needed.deed() + " needs a token; send Authorization: Bearer and the " + needed.token()
                                + " token");
    }
}
