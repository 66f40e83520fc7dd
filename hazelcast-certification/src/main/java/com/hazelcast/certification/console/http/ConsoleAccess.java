package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.User;
import com.hazelcast.certification.access.Users;
import com.hazelcast.certification.access.oidc.OidcSessions;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what, by the token or the name and secret presented. Thread-safe.
 *
 * <p>Where no token is needed, the request must name this machine in {@code Host}: a foreign page whose name has been made to
 * point at 127.0.0.1 would otherwise be let in with its visitor's browser.
 */
public final class ConsoleAccess {
    private static final String BEARER = "bearer ";

    /** An address or localhost, with or without a port. */
    private static final Pattern THIS_MACHINE =
            Pattern.compile("(localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1])(:\\d{1,5})?");

    private final ConsoleSettings settings;
    private final Users users;
    private final Optional<OidcSessions> sessions;
    private final boolean isOpenToViewers;

    /**
     * Of a member.
     *
     * @param users of its file
     * @param sessions of people whom a provider has signed in; empty: there is none
     */
    public ConsoleAccess(ConsoleSettings settings, Users users, Optional<OidcSessions> sessions) {
        this.settings = settings;
        this.users = users;
        this.sessions = sessions;
        this.isOpenToViewers = settings.isLoopback();
    }

    /**
     * A user whose secret has been checked before.
     *
     * @return empty when it must be checked by {@link #signIn}
     */
    Optional<Caller> remembered(NameAndSecret presented, String address) {
        return users.remembered(presented.name(), presented.secret()).map(user -> caller(user, address));
    }

    /** Checks a user's secret. Blocks for some 0.1 s. */
    Users.SignIn signIn(NameAndSecret presented, String address) {
        return users.signIn(presented.name(), presented.secret(), address);
    }

    /**
     * The caller that a sign-in gives.
     *
     * @throws HttpFailure 401 when the secret is wrong, 429 when there were too many wrong ones
     */
    static Caller callerOf(Users.SignIn signIn, String address) {
        return switch (signIn.outcome()) {
            case SIGNED_IN -> caller(signIn.user().orElseThrow(), address);
            case WRONG ->
                throw new HttpFailure(
                        HttpFailure.UNAUTHORIZED,
                        "no such user, or a wrong secret; send the name and secret of a user");
            case WRONG_AND_LOCKED, LOCKED ->
                throw HttpFailure.tooMany(
                        "too many wrong secrets for this name or from this address; try again later: seconds="
                                + signIn.lockedS(),
                        signIn.lockedS());
        };
    }

    private static Caller caller(User user, String address) {
        return new Caller(user.name(), user.role(), Caller.Proof.SIGN_IN, address);
    }

    /** Lets the next request of that user be a sign-in again, on this member; ends sessions of that name. */
    public void forget(String name) {
        users.forget(name);
        sessions.ifPresent(all -> all.signOut(name));
    }

    /** Reads the users again if their file has changed. Blocks for a look at it. */
    public void lookForUsers() {
        users.look();
    }

    /** A caller with a session, with a token, whose role is its name then, or with nothing. */
    Caller callerOf(@Nullable String authorization, @Nullable String host, String address) {
        Optional<OidcSessions.Session> session = sessionOf(authorization);
        if (session.isPresent()) {
            return new Caller(session.get().name(), session.get().role(), Caller.Proof.SIGN_IN, address);
        }
        Role role = roleOf(authorization, host);
        return authorization == null
                ? new Caller(Caller.NOBODY, role, Caller.Proof.NONE, address)
                : new Caller(role.label() + "-token", role, Caller.Proof.TOKEN, address);
    }

    /**
     * Whether what a caller has presented before still lets it in: not when its session has ended or its user has signed out, or is
     * another one now. A secret is not checked anew. Does not block.
     */
    boolean isStillLetIn(@Nullable String authorization, @Nullable String host, String address) {
        try {
            Optional<NameAndSecret> user = NameAndSecret.of(authorization);
            if (user.isPresent()) {
                return remembered(user.get(), address).isPresent();
            }
            Caller unused = callerOf(authorization, host, address);
            return true;
        } catch (HttpFailure e) {
            return false;
        }
    }

    private Optional<OidcSessions.Session> sessionOf(@Nullable String authorization) {
        return authorization == null
                ? Optional.empty()
                : bearer(authorization).flatMap(token -> sessions.flatMap(all -> all.find(token)));
    }

    private static Optional<String> bearer(String authorization) {
        return authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? Optional.of(authorization.substring(BEARER.length()).trim())
                : Optional.empty();
    }

    /**
     * The caller's role.
     *
     * @param authorization header of a token; null: none
     * @param host header; null: none
     * @throws HttpFailure 401 without a token where one is needed, or with a wrong one
     */
    private Role roleOf(@Nullable String authorization, @Nullable String host) {
        if (authorization != null) {
            return roleOf(authorization);
        }
        if (!isOpenToViewers) {
            throw new HttpFailure(
                    HttpFailure.UNAUTHORIZED,
                    "a token or a user is needed; send Authorization: Bearer and the viewer's token, or Authorization: Basic");
        }
        if (host == null || !THIS_MACHINE.matcher(host.toLowerCase(Locale.ROOT)).matches()) {
            throw new HttpFailure(
                    HttpFailure.UNAUTHORIZED,
                    "without a token this port answers to localhost and 127.0.0.1 only; open it by such an address");
        }
        return Role.VIEWER;
    }

    private Role roleOf(String authorization) {
        Optional<String> token = bearer(authorization);
        if (token.isPresent()) {
            boolean isOperator = isToken(settings.operator(), token.get());
            boolean isAnalyst = isToken(settings.analyst(), token.get());
            boolean isViewer = isToken(settings.viewer(), token.get());
            if (isOperator || isAnalyst || isViewer) {
                return isOperator ? Role.OPERATOR : isAnalyst ? Role.ANALYST : Role.VIEWER;
            }
        }
        throw new HttpFailure(
                HttpFailure.UNAUTHORIZED,
                sessions.isEmpty()
                        ? "no such token; send Authorization: Bearer and the viewer's, the analyst's or the operator's token"
                        : "no such token, or the session has ended; sign in again, or send Authorization: Bearer and the"
                                + " viewer's, the analyst's or the operator's token");
    }

    private static boolean isToken(Optional<AccessToken> token, String presented) {
        return token.isPresent() && token.get().matches(presented);
    }

    /** Whether anybody can have that role. */
    public boolean isConfigured(Role role) {
        return users.hasAny(role)
                || settings.oidc().map(oidc -> oidc.gives(role)).orElse(false)
                || settings.operator().isPresent()
                || role != Role.OPERATOR && (settings.analyst().isPresent() || role == Role.VIEWER);
    }

    /**
     * Lets only callers of that role pass.
     *
     * @throws HttpFailure 403 when nobody has that role, or not this caller; 401 without a token
     */
    void require(Endpoint endpoint, Caller caller) {
        Role needed = endpoint.needed();
        String deed = endpoint.deed().words();
        if (caller.role().includes(needed)) {
            return;
        }
        if (!isConfigured(needed)) {
            throw new HttpFailure(
                    HttpFailure.FORBIDDEN,
                    deed + " needs a token, and this member has none for it; start it with " + needed.option()
                            + ", or add a user");
        }
        throw caller.hasToken()
                ? new HttpFailure(
                        HttpFailure.FORBIDDEN,
                        "the " + caller.roleName() + "'s token is not enough for " + deed + "; send the "
                                + needed.token() + " token, or sign in as such a user")
                : new HttpFailure(
                        HttpFailure.UNAUTHORIZED,
                        deed + " needs a token; send Authorization: Bearer and the " + needed.token() + " token");
    }
}
