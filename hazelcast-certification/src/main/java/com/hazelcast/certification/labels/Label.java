package com.hazelcast.certification.labels;

import java.util.Locale;
import java.util.Optional;

/** What a transaction turned out to be. */
public enum Label {
    /** It was the card holder's own. */
    GENUINE(1),
    /** It was not. */
    FRAUD(2);

    /** How an entry says that nobody has said. */
    public static final int NONE = 0;

    private final int code;
    private final String word = name().toLowerCase(Locale.ROOT);

    Label(int code) {
        this.code = code;
    }

    /** How an entry of a history says it. */
    public int code() {
        return code;
    }

    /** How people write it. */
    public String word() {
        return word;
    }

    /** The label of that code of an entry; empty: nobody has said, or a later release has. */
    public static Optional<Label> of(int code) {
        return switch (code) {
            case 1 -> Optional.of(GENUINE);
            case 2 -> Optional.of(FRAUD);
            default -> Optional.empty();
        };
    }

    /** The label that a word means, in upper or lower case; empty: none. */
    public static Optional<Label> ofWord(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "fraud", "true", "t", "1", "yes" -> Optional.of(FRAUD);
            case "genuine", "false", "f", "0", "no" -> Optional.of(GENUINE);
            default -> Optional.empty();
        };
    }
}
