package com.hazelcast.certification.transaction;

import java.util.Locale;

/** Card numbers (PANs) as people and logs may see them. */
public final class Pan {
    /** Digits of a card number of the challenge; shorter numbers are shown with leading zeros. */
    public static final int DIGITS = 14;

    private static final int SHOWN_FIRST = 6;
    private static final int SHOWN_LAST = 4;

    private Pan() {}

    /** The number masked to its first six and last four digits, for example {@code 000000****1111}. */
    public static String masked(long card) {
        return masked(String.format(Locale.ROOT, "%0" + DIGITS + "d", card));
    }

    /** As {@link #masked(long)}, of text that need not be digits; short text is masked whole. */
    public static String masked(String digits) {
        if (digits.length() <= SHOWN_FIRST + SHOWN_LAST) {
            return "*".repeat(digits.length());
        }
        int hidden = digits.length() - SHOWN_FIRST - SHOWN_LAST;
        return digits.substring(0, SHOWN_FIRST) + "*".repeat(hidden) + digits.substring(digits.length() - SHOWN_LAST);
    }
}
