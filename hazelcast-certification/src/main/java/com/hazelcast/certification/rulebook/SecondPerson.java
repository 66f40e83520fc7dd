package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;

/** Who may let a set decide where that takes another person than the one who submitted it. */
final class SecondPerson {
    /** Begins the names of people whom a provider of OpenID Connect signs in. */
    private static final String OF_PROVIDER = "oidc:";

    private SecondPerson() {}

    /**
     * Refuses a change that lets a set decide when it is made by whoever has submitted that set, or when one of
     * the two is only what a caller has said of itself.
     *
     * @throws IllegalArgumentException when it is; says what to do
     */
    static void require(RuleBook book, RuleChange change) {
        if (change.kind() != RuleChange.Kind.ACTIVATE && change.kind() != RuleChange.Kind.CANARY) {
            return;
        }
        if (!change.verified()) {
            throw new IllegalArgumentException(
                    "with rules-second-person a set decides only by somebody whom members know; give --user, or sign in to the"
                            + " console or its API and do it there: set=" + change.set() + " by=" + change.by());
        }
        RecordedSet set = book.set(change.set())
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no such set; 'rules status' lists them: set=" + change.set()));
        if (!isAuthorKnown(book, set)) {
            throw new IllegalArgumentException(
                    "with rules-second-person the author of a set must be a verified user, and this one is only a name; submit it again with"
                            + " --user, or on the console: set=" + set.number() + " author=" + set.author());
        }
        if (person(set.author()).equalsIgnoreCase(person(change.by()))) {
            throw new IllegalArgumentException(
                    "who has submitted a set may not let it decide; ask another operator: set=" + change.set() + " by="
                            + change.by());
        }
    }

    /** The set that members were configured with was submitted by nobody. */
    private static boolean isAuthorKnown(RuleBook book, RecordedSet set) {
        // Names and reasons are quoted in a line, so none can look like that.
        String submission = "\"what\":\"submit\",\"set\":" + set.number() + ",";
        return book.record().stream()
                .filter(line -> line.contains(submission))
                .allMatch(line -> line.contains("\"verified\":true,"));
    }

    /** A name as a provider gives it is the same person's as the one by which the operating system knows them. */
    private static String person(String name) {
        return name.startsWith(OF_PROVIDER) ? name.substring(OF_PROVIDER.length()) : name;
    }
}
