package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.transaction.Pan;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Masks card numbers in texts of sets, and in their lists and tables. Stateless. */
final class CardMask {
    /** A literal of digits as long as a card's number, and any run of digits as long as most numbers. */
    private static final Pattern IN_TEXT = Pattern.compile("(?<=')\\d{8,19}(?=')|(?<!\\d)\\d{12,19}(?!\\d)");

    /** A key or value at the beginning of a line, and any run of digits as long as most numbers. */
    private static final Pattern IN_FILE = Pattern.compile("(?m)^\\d{8,19}(?=\\s*(,|$))|(?<!\\d)\\d{12,19}(?!\\d)");

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
