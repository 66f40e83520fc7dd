package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.transaction.Pan;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Masks card numbers in texts of sets, and in their lists and tables. Stateless. */
final class CardMask {
    /**
     * Any run of digits as long as most numbers, and groups of digits as people write them. Terminals, which are three numbers with hyphens
     * between them, are none.
     */
    private static final String ANYWHERE =
            "(?<!\\d)(?:\\d{12,19}|\\d{4}(?:[ -]\\d{4}){2}[ -]\\d{1,7}" + "|\\d{4}[ -]\\d{6}[ -]\\d{5})(?!\\d)";

    /** A literal of digits as long as a card's number, with or without blanks, and what is masked anywhere. */
    private static final Pattern IN_TEXT = Pattern.compile("(?<=')\\d(?: *\\d){7,18}(?=')|" + ANYWHERE);

    /** A key or value at the beginning of a line, with or without blanks, and what is masked anywhere. */
    private static final Pattern IN_FILE = Pattern.compile("(?m)^[ \\t]*\\d(?: *\\d){7,18}(?=\\s*(,|$))|" + ANYWHERE);

    private CardMask() {}

    /** Of a set in the rule language. */
    static String text(String text) {
        return IN_TEXT.matcher(text).replaceAll(CardMask::masked);
    }

    /** Of a list or a table. */
    static String file(String content) {
        return IN_FILE.matcher(content).replaceAll(CardMask::masked);
    }

    private static String masked(MatchResult found) {
        return Pan.masked(found.group());
    }
}
