package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.Operator;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.Type;
import java.math.BigInteger;

/**
 * A value with its type and its range. Ranges show before a rule runs that nothing overflows.
 *
 * @param min least value, in units of the type
 * @param max greatest value
 * @param text of a literal that has not met what it is compared with; empty for all else
 */
record Typed(Expression expression, Type type, BigInteger min, BigInteger max, String text) {
    static final BigInteger LIMIT = BigInteger.valueOf(LanguageLimits.VALUE_MAX);

    static Typed of(Expression expression, Type type, long min, long max) {
        return new Typed(expression, type, BigInteger.valueOf(min), BigInteger.valueOf(max), "");
    }

    static Typed constant(long value, Type type) {
        return of(new Constant(value), type, value, value);
    }

    static Typed text(String text) {
        return new Typed(new Constant(0), Type.of(Kind.TEXT), BigInteger.ZERO, BigInteger.ZERO, text);
    }

    boolean isText() {
        return type.kind() == Kind.TEXT;
    }

    boolean isConstant() {
        return expression instanceof Constant;
    }

    /** Whether it is a number of the text, which takes the type of what it meets. */
    boolean isPlainNumber() {
        return isConstant() && type.kind() == Kind.NUMBER;
    }

    /** Its value, of a constant. */
    long value() {
        return min.longValueExact();
    }

    Typed withType(Type other) {
        return new Typed(expression, other, min, max, "");
    }

    /** Whether it is inside of what a rule may calculate with. */
    boolean isInRange() {
        return min.abs().compareTo(LIMIT) <= 0 && max.abs().compareTo(LIMIT) <= 0;
    }

    /** The same in units of {@code 10^-decimals}, which are no fewer than it has. */
    Typed withDecimals(int decimals) {
        if (decimals == type.decimals()) {
            return this;
        }
        BigInteger factor = BigInteger.TEN.pow(decimals - type.decimals());
        BigInteger newMin = min.multiply(factor);
        BigInteger newMax = max.multiply(factor);
        Expression scaled;
        if (newMin.bitLength() >= Long.SIZE || newMax.bitLength() >= Long.SIZE) {
            scaled = expression;
        } else if (isConstant()) {
            scaled = new Constant(newMin.longValueExact());
        } else {
            scaled = new Calculated(Operator.TIMES, expression, new Constant(factor.longValueExact()));
        }
        return new Typed(scaled, type.withDecimals(decimals), newMin, newMax, "");
    }
}
