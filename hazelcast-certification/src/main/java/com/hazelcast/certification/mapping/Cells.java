package com.hazelcast.certification.mapping;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The text of a cell, whatever its type in the source. Pure. */
final class Cells {
    /** Digits before and after the point; a number with more is refused, not computed. */
    private static final int DECIMALS_MAX = 32;

    private Cells() {}

    /** Without blanks at its ends. A number has its plain digits, without zeros that end a fraction. */
    static String text(Object cell) {
        if (cell instanceof String text) {
            return stripped(text);
        }
        if (cell instanceof BigDecimal decimal) {
            return text(decimal);
        }
        if (cell instanceof Double || cell instanceof Float) {
            double number = ((Number) cell).doubleValue();
            // The text of a float is its shortest; as a double it would have digits that nobody has written.
            return Double.isFinite(number) ? text(new BigDecimal(cell.toString())) : cell.toString();
        }
        return stripped(cell.toString());
    }

    private static String text(BigDecimal decimal) {
        // As a long: an exponent near that of the greatest int would wrap around, and its plain digits fill the memory.
        long wholeDigits = (long) decimal.precision() - decimal.scale();
        if (decimal.scale() > DECIMALS_MAX || wholeDigits > DECIMALS_MAX) {
            return decimal.toString();
        }
        BigDecimal shortest = decimal.scale() <= 0 ? decimal : decimal.stripTrailingZeros();
        return shortest.toPlainString();
    }

    /** The text; null for a cell that is empty or blank. */
    static @Nullable String textOrNull(@Nullable Object cell) {
        if (cell == null) {
            return null;
        }
        String text = text(cell);
        return text.isEmpty() ? null : text;
    }

    /**
     * A whole number that is written with a point and zeros, such as 5411.0, without these; any other text as it is. A program that has one
     * type for numbers with empty cells among them writes a whole column like that. Not for amounts, in which a point says what the unit is.
     */
    static String whole(String text) {
        int point = text.indexOf('.');
        if (point <= 0 || point == text.length() - 1) {
            return text;
        }
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            boolean isWhole = i < point ? next >= '0' && next <= '9' : i == point || next == '0';
            if (!isWhole) {
                return text;
            }
        }
        return text.substring(0, point);
    }

    private static String stripped(String text) {
        return text.isEmpty() || text.charAt(0) > ' ' && text.charAt(text.length() - 1) > ' ' ? text : text.strip();
    }
}
