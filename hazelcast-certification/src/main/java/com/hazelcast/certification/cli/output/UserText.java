package com.hazelcast.certification.cli.output;

import java.util.HexFormat;

/** Text that somebody else has written, for a terminal, which obeys some characters in place of showing them. Stateless. */
public final class UserText {
    private static final HexFormat HEX = HexFormat.of();

    private UserText() {}

    /**
     * The text with control characters, and those that turn the direction of others, written as a backslash, an u and four hexadecimal digits.
     * Tabs and ends of lines stay. Costs a look at each character.
     */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (isObeyed(next) && next != '\t' && !endsLine(text, i)) {
                shown.append("\\u").append(HEX.toHexDigits(next));
            } else {
                shown.append(next);
            }
        }
        return shown.toString();
    }

    private static boolean isObeyed(char next) {
        return Character.isISOControl(next) || Character.getType(next) == Character.FORMAT;
    }

    /** A carriage return alone would have the line written over. */
    private static boolean endsLine(String text, int place) {
        return text.charAt(place) == '\n' || text.startsWith("\r\n", place);
    }
}
