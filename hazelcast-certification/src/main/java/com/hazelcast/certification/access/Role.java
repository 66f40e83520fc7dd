package com.hazelcast.certification.access;

import java.util.Locale;

/** What a caller may do; each may do what those before may. */
public enum Role {
    /** See everything, cards masked, and follow links to cards. */
    VIEWER("viewer's", "console-viewer-token"),
    /** Look a card up by its number as well; check, submit and try sets of rules. */
    ANALYST("analyst's or the operator's", "console-analyst-token or console-operator-token"),
    /** Control the cluster as well, and let sets of rules decide. */
    OPERATOR("operator's", "console-operator-token");

    private final String token;
    private final String option;

    Role(String token, String option) {
        this.token = token;
        this.option = option;
    }

    /** As it stands in files, answers and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The role of that label.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Role of(String label) {
        for (Role role : values()) {
            if (role.label().equals(label)) {
                return role;
            }
        }
        throw new IllegalArgumentException("a role is viewer, analyst or operator: role=" + label);
    }

    /** Whether this role may do what that one may. */
    public boolean includes(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** Whose token gives it: the ... token. */
    public String token() {
        return token;
    }

    /** What configures that token. */
    public String option() {
        return option;
    }
}
