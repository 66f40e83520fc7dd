package com.hazelcast.certification.access;

/**
 * Who makes a control call. A value; its text does not have the secret.
 *
 * @param origin what the caller calls itself; empty: a member
 * @param user who it is by name; empty: nobody that it names
 * @param secret of that user; empty: none
 */
public record ControlCaller(String origin, String user, String secret) {
    /** Another member, or this one. */
    public static final ControlCaller MEMBER = new ControlCaller("", "", "");

    /** Who uses a command here and names no user. */
    public static ControlCaller here() {
        return here("", "");
    }

    /** Who uses a command here. */
    public static ControlCaller here(String user, String secret) {
        return new ControlCaller(ThisUser.atThisHost(), user, secret);
    }

    /** Whether it is a member. */
    public boolean isMember() {
        return origin.isEmpty();
    }

    @Override
    public String toString() {
        return isMember() ? "a member" : origin + (user.isEmpty() ? "" : " as " + user);
    }
}
