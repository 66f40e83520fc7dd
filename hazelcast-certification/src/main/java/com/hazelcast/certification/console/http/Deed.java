package com.hazelcast.certification.console.http;

/** What a path of the API lets its caller do, in words for whoever may not. */
public enum Deed {
    VIEW("this", "view"),
    LOOK_UP("a look-up of a card by its number", "look-up"),
    CONTROL("control", "control"),
    RULES("work on the rules", "rules");

    private final String words;
    private final String label;

    Deed(String words, String label) {
        this.words = words;
        this.label = label;
    }

    /** As it stands in a sentence. */
    public String words() {
        return words;
    }

    /** As it stands in the audit log. */
    public String label() {
        return label;
    }
}
