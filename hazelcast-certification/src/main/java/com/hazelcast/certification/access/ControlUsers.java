package com.hazelcast.certification.access;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which users may act by control calls. Who names a user is checked; who names none may act only where that is not required. Thread-safe;
 * a check takes some 0.1 s, and microseconds when the secret was right some minutes ago.
 */
public final class ControlUsers {
    private static final Admission NOBODY = new Admission("-", Optional.empty(), "", "");

    private final @Nullable Users users;
    private final boolean isRequired;

    /**
     * Whether somebody is let act.
     *
     * @param name of the user, for the audit log; {@code -}: none that there is
     * @param user who it is; empty: nobody that has been checked
     * @param result of what was refused, for the audit log; empty: it was not
     * @param why it was refused, and what to do; empty: it was not
     */
    public record Admission(String name, Optional<User> user, String result, String why) {
        /** Whether it may not act. */
        public boolean isRefused() {
            return !why.isEmpty();
        }

        /** As the audit log has it; empty: none. */
        public String roleName() {
            return user.map(known -> known.role().label()).orElse("");
        }
    }

    /**
     * The users of a member's file.
     *
     * @param file empty: there are none
     * @param isRequired whether each caller has to be one of them
     * @throws IllegalArgumentException when the file cannot be used; names line and value
     */
    public ControlUsers(Optional<Path> file, boolean isRequired, Clock clock) {
        this.users = file.map(path -> new Users(Optional.of(path), clock)).orElse(null);
        this.isRequired = isRequired;
    }

    /** Whether a caller may do what takes that role. Members may. Blocks. */
    public Admission admit(ControlCaller caller, Role needed) {
        if (caller.isMember()) {
            return NOBODY;
        }
        if (caller.user().isEmpty()) {
            return isRequired
                    ? refused(
                            "-",
                            "denied",
                            "members have control-users: give --user, and the secret as FRAUD_USER_SECRET or in a line of"
                                    + " standard input")
                    : NOBODY;
        }
        if (users == null) {
            return refused(
                    "-",
                    "denied",
                    "this member has no users, so it cannot tell who that is; leave --user out, or give members the key users: --user="
                            + caller.user());
        }
        users.look();
        Optional<User> user = users.remembered(caller.user(), caller.secret());
        if (user.isPresent()) {
            return withRole(user.get(), needed);
        }
        Users.SignIn signIn = users.signIn(caller.user(), caller.secret(), caller.origin());
        String name = signIn.isKnown() ? caller.user() : "-";
        return switch (signIn.outcome()) {
            case SIGNED_IN -> withRole(signIn.user().orElseThrow(), needed);
            case WRONG ->
                refused(
                        name,
                        "wrong_secret",
                        "there is no such user with that secret, or it has expired: --user=" + caller.user());
            case WRONG_AND_LOCKED, LOCKED ->
                refused(
                        name,
                        "locked_out",
                        "too many wrong secrets; try again in " + signIn.lockedS() + " s: --user=" + caller.user());
        };
    }

    private static Admission withRole(User user, Role needed) {
        return user.role().includes(needed)
                ? new Admission(user.name(), Optional.of(user), "", "")
                : new Admission(
                        user.name(),
                        Optional.of(user),
                        "denied",
                        "that takes the role " + needed.label() + ": --user=" + user.name() + " role="
                                + user.role().label());
    }

    private static Admission refused(String name, String result, String why) {
        return new Admission(name, Optional.empty(), result, why);
    }
}
