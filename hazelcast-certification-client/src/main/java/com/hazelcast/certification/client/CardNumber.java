package com.hazelcast.certification.client;

/**
 * A card's number (PAN) of {@value #DIGITS_MIN} to {@value #DIGITS_MAX} digits in 64 bits, leading zeros included: {@code
 * 0400000000000002} and {@code 400000000000002} are two cards.
 *
 * <p>A number of {@value #DIGITS_USUAL} digits is its own value. A number of another length is its value plus an offset of
 * that length, so that no two numbers share a code:
 *
 * <pre>
 *  digits      14   8       9              ...   13   15   ...   19
 *  offset      0    10^14   10^14 + 10^8   ...   each the end of the one before it
 * </pre>
 *
 * <p>Codes are unsigned and end at {@link #END}; a member uses what is above for keyed identifiers. All methods are pure and
 * thread-safe.
 */
public final class CardNumber {
    /** Least and greatest number of digits (ISO/IEC 7812 allows 8 to 19). */
    public static final int DIGITS_MIN = 8;

    public static final int DIGITS_MAX = 19;

    /** Digits of the cards of the 100-byte record as the challenge writes it. */
    public static final int DIGITS_USUAL = 14;

    /** The first code that is no card number, unsigned. */
    public static final long END;

    private static final int SHOWN_FIRST = 6;
    private static final int SHOWN_LAST = 4;
    private static final long[] POWERS = powers();

    /** The first code of each number of digits. */
    private static final long[] OFFSETS = new long[DIGITS_MAX + 1];

    static {
        long end = POWERS[DIGITS_USUAL];
        for (int digits = DIGITS_MIN; digits <= DIGITS_MAX; digits++) {
            if (digits != DIGITS_USUAL) {
                OFFSETS[digits] = end;
                end += POWERS[digits];
            }
        }
        END = end;
    }

    private CardNumber() {}

    private static long[] powers() {
        long[] powers = new long[DIGITS_MAX + 1];
        powers[0] = 1;
        for (int i = 1; i <= DIGITS_MAX; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /**
     * The code of a number of so many digits.
     *
     * @param digits {@value #DIGITS_MIN} to {@value #DIGITS_MAX}, leading zeros included
     * @param value of the digits, unsigned: 19 digits take all 64 bits
     */
    public static long of(int digits, long value) {
        return OFFSETS[digits] + value;
    }

    /**
     * The code of a number as people write it; blanks and hyphens between the digits are left out.
     *
     * @throws IllegalArgumentException when it is not {@value #DIGITS_MIN} to {@value #DIGITS_MAX} digits; does not repeat it
     */
    public static long of(String text) {
        int digits = 0;
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next >= '0' && next <= '9') {
                value = value * 10 + (next - '0');
                digits++;
            } else if (next != ' ' && next != '-') {
                throw new IllegalArgumentException(
                        "a card number has digits only, with blanks or hyphens between them: wrongCharacterAt=" + i);
            }
        }
        if (!isLength(digits)) {
            throw new IllegalArgumentException(
                    "a card number has " + DIGITS_MIN + " to " + DIGITS_MAX + " digits: digits=" + digits);
        }
        return of(digits, value);
    }

    /**
     * The code of a number that is given by its value alone, as version 1 of the protocol does: of {@value #DIGITS_USUAL}
     * digits when these are enough, of as many as it needs otherwise.
     */
    public static long ofValue(long value) {
        int digits = DIGITS_USUAL;
        while (digits < DIGITS_MAX && Long.compareUnsigned(value, POWERS[digits]) >= 0) {
            digits++;
        }
        return of(digits, value);
    }

    /** Whether card numbers have so many digits. */
    public static boolean isLength(int digits) {
        return digits >= DIGITS_MIN && digits <= DIGITS_MAX;
    }

    /** Whether it is the code of a card number. */
    public static boolean isCode(long code) {
        return Long.compareUnsigned(code, END) < 0;
    }

    /** Digits of the number with that code. */
    public static int digits(long code) {
        if (Long.compareUnsigned(code, POWERS[DIGITS_USUAL]) < 0) {
            return DIGITS_USUAL;
        }
        int digits = DIGITS_MAX;
        while (digits == DIGITS_USUAL || Long.compareUnsigned(code, OFFSETS[digits]) < 0) {
            digits--;
        }
        return digits;
    }

    /** The value of the digits of the number with that code, unsigned. */
    public static long value(long code) {
        return code - OFFSETS[digits(code)];
    }

    /** The number with that code, with its leading zeros. Not for logs or pages: see {@link #masked(long)}. */
    public static String text(long code) {
        String value = Long.toUnsignedString(value(code));
        return "0".repeat(digits(code) - value.length()) + value;
    }

    /** The number masked to its first six and last four digits, for example {@code 000000****1111}. */
    public static String masked(long code) {
        return masked(text(code));
    }

    /** As {@link #masked(long)}, of text that need not be digits; short text is masked whole. */
    public static String masked(String text) {
        if (text.length() <= SHOWN_FIRST + SHOWN_LAST) {
            return "*".repeat(text.length());
        }
        int hidden = text.length() - SHOWN_FIRST - SHOWN_LAST;
        return text.substring(0, SHOWN_FIRST) + "*".repeat(hidden) + text.substring(text.length() - SHOWN_LAST);
    }
}
