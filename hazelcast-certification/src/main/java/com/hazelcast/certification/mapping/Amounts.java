package com.hazelcast.certification.mapping;

/** Amounts as people write them, in minor units. Pure; never goes through floating point. */
public final class Amounts {
    public static final String FIELD = "amount";
    private static final String REMEDY =
            "give a decimal string such as \"12.34\" of at most 2147483647 minor units, or amountMinor as an integer";

    private Amounts() {}

    /**
     * The minor units of a decimal.
     *
     * @param minorUnits digits that the currency has behind the point; {@link IsoCodes#ABSENT} when they are not known
     * @throws FieldProblem when it is no such decimal
     */
    public static int minorUnits(String text, int minorUnits, int currency) {
        if (minorUnits == IsoCodes.ABSENT) {
            throw new FieldProblem(
                    "unknown_minor_units",
                    FIELD,
                    text,
                    "the minor units of this currency are not known: currency=" + currency,
                    "give amountMinor as an integer instead");
        }
        int point = text.indexOf('.');
        int whole = point < 0 ? text.length() : point;
        int fraction = point < 0 ? 0 : text.length() - point - 1;
        if (whole == 0 || point >= 0 && fraction == 0 || text.length() > 16) {
            throw problem(text, "is no decimal of plain digits");
        }
        if (fraction > minorUnits) {
            throw problem(text, "has more digits behind the point than its currency: digits=" + minorUnits);
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (i != point) {
                if (next < '0' || next > '9') {
                    throw problem(text, "is no decimal of plain digits");
                }
                value = value * 10 + (next - '0');
            }
        }
        // Until it is seen to be too great: a long does not hold 16 digits with three or four more.
        for (int i = fraction; i < minorUnits && value <= Integer.MAX_VALUE; i++) {
            value *= 10;
        }
        if (value > Integer.MAX_VALUE) {
            throw problem(text, "is greater than 2147483647 minor units");
        }
        return (int) value;
    }

    private static FieldProblem problem(String text, String what) {
        return new FieldProblem("out_of_range", FIELD, text, "the amount " + what, REMEDY);
    }
}
