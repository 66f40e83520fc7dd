package com.hazelcast.certification.mapping;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Single fields of a transaction as callers and files give them. Pure; each method throws a {@link FieldProblem} for a wrong value. */
public final class Fields {
    /** The name of the field with the card's number. */
    public static final String CARD = "card";

    /** The largest number of a country or a currency in ISO 3166 and 4217. */
    private static final int ISO_NUMBER_MAX = 999;

    /** Digits that always fit into a long. */
    private static final int DIGITS_MAX = 18;

    private Fields() {}

    /**
     * The code of a card's number.
     *
     * @param text 8 to 19 digits
     */
    public static long card(String text) {
        if (!CardNumber.isLength(text.length())) {
            throw wrongCard(text, "has not 8 to 19 digits: characters=" + text.length());
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next < '0' || next > '9') {
                throw wrongCard(text, "has something other than digits: at=" + i);
            }
            value = value * 10 + (next - '0');
        }
        return CardNumber.of(text.length(), value);
    }

    private static FieldProblem wrongCard(String text, String what) {
        return new FieldProblem(
                "not_a_card",
                CARD,
                CardNumber.masked(text),
                "the card " + what,
                "give the card as a string of 8 to 19 digits");
    }

    /** A whole number from 0 to a greatest one, of decimal digits. */
    public static long whole(String text, String field, long max) {
        return whole(text, field, max, "give digits only, ");
    }

    /** As the other one, with the begin of what to do about a wrong value, before its range. */
    public static long whole(String text, String field, long max, String remedyBegin) {
        long value = 0;
        boolean isGood = !text.isEmpty() && text.length() <= DIGITS_MAX;
        for (int i = 0; isGood && i < text.length(); i++) {
            char next = text.charAt(i);
            isGood = next >= '0' && next <= '9';
            value = value * 10 + (next - '0');
        }
        if (!isGood || value > max) {
            throw new FieldProblem(
                    "out_of_range",
                    field,
                    text,
                    "the field is no whole number from 0 to " + max,
                    remedyBegin + "from 0 to " + max);
        }
        return value;
    }

    /** The number of a currency, given by its number or by three letters. */
    public static int currency(String text, String field) {
        if (isNumber(text)) {
            return (int) whole(text, field, ISO_NUMBER_MAX);
        }
        return known(
                IsoCodes.currency(text.toUpperCase(Locale.ROOT)),
                field,
                text,
                "there is no such currency in ISO 4217",
                "give three letters such as EUR, or the number");
    }

    /** The number of a country, given by its number or by two or three letters. */
    public static int country(String text, String field) {
        if (isNumber(text)) {
            return (int) whole(text, field, ISO_NUMBER_MAX);
        }
        return known(
                IsoCodes.country(text.toUpperCase(Locale.ROOT)),
                field,
                text,
                "there is no such country in ISO 3166",
                "give two or three letters such as DE or DEU, or the number");
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && Character.isDigit(text.charAt(0));
    }

    private static int known(int code, String field, String text, String detail, String remedy) {
        if (code == IsoCodes.ABSENT) {
            throw new FieldProblem("unknown_code", field, text, detail, remedy);
        }
        return code;
    }

    /** A reference: 1 to 64 printable ASCII characters without blanks, and neither "." nor "..". */
    public static String reference(String text, String field) {
        if (!isReference(text)) {
            throw new FieldProblem(
                    "out_of_range",
                    field,
                    text.getBytes(StandardCharsets.UTF_8).length == text.length() ? text : null,
                    "the reference is empty, too long, has characters that it may not have, or is . or ..",
                    "give 1 to " + Reference.SIZE_BYTES_MAX
                            + " printable ASCII characters without blanks, and not . or .. alone");
        }
        return text;
    }

    /** Whether it may be a reference. A path cannot end with {@code .} or {@code ..}: programs on the way remove them, also encoded. */
    public static boolean isReference(String text) {
        boolean isGood =
                !text.isEmpty() && text.length() <= Reference.SIZE_BYTES_MAX && !text.equals(".") && !text.equals("..");
        for (int i = 0; isGood && i < text.length(); i++) {
            isGood = text.charAt(i) > ' ' && text.charAt(i) < 0x7f;
        }
        return isGood;
    }
}
