package com.hazelcast.certification.mapping;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** A share as a percentage, for people. Pure. */
public final class Percent {
    /** As many digits as anybody gives; the rest is from the doubles, as in 7.000000000000001. */
    private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_UP);

    private Percent() {}

    /**
     * The percentage with six digits at most, and without zeros that end a fraction: 7, 0.25, 33.3333. Without the sign.
     *
     * @param share finite; 1 is all
     */
    public static String text(double share) {
        return BigDecimal.valueOf(share)
                .movePointRight(2)
                .round(DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }
}
