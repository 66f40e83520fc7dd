package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.Operator;
import com.hazelcast.certification.rules.model.Expression.Quotient;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.Type;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.antlr.v4.runtime.ParserRuleContext;

/** Types, units and ranges of calculations. Pure. */
final class Calculator {
    /** Decimals of a quotient, unless the dividend has more. */
    private static final int QUOTIENT_DECIMALS = 4;

    private Calculator() {}

    /** Two values of one type. */
    record Pair(Typed left, Typed right) {}

    static ProblemAt overflow(ParserRuleContext context) {
        return ProblemAt.of(
                context,
                "this may become too large to calculate with (beyond " + LanguageLimits.VALUE_MAX
                        + " in the smallest unit); multiply by less, or divide first");
    }

    static Typed negated(ParserRuleContext context, Typed value) {
        requireQuantity(context, value);
        if (value.isConstant()) {
            return Typed.constant(-value.value(), value.type());
        }
        Expression negated = new Calculated(Operator.MINUS, new Constant(0), value.expression());
        return new Typed(
                negated, value.type(), value.max().negate(), value.min().negate(), "");
    }

    static Typed added(ParserRuleContext context, Typed left, Typed right, boolean isPlus) {
        Operator operator = isPlus ? Operator.PLUS : Operator.MINUS;
        Type type = sumType(context, left, right, isPlus);
        int decimals = Math.max(left.type().decimals(), right.type().decimals());
        Typed a = left.withDecimals(decimals);
        Typed b = right.withDecimals(decimals);
        BigInteger min = isPlus ? a.min().add(b.min()) : a.min().subtract(b.max());
        BigInteger max = isPlus ? a.max().add(b.max()) : a.max().subtract(b.min());
        return calculated(context, operator, a, b, type.withDecimals(decimals), min, max);
    }

    private static Type sumType(ParserRuleContext context, Typed left, Typed right, boolean isPlus) {
        Kind a = left.type().kind();
        Kind b = right.type().kind();
        if (a == Kind.TIME && b == Kind.DURATION) {
            return left.type();
        }
        if (a == Kind.TIME && b == Kind.TIME && !isPlus) {
            return Type.DURATION;
        }
        if (a == Kind.AMOUNT && right.isPlainNumber()) {
            return left.type();
        }
        if (b == Kind.AMOUNT && left.isPlainNumber()) {
            return right.type();
        }
        requireQuantity(context, left);
        requireQuantity(context, right);
        if (!left.type().isComparableWith(right.type())) {
            throw ProblemAt.of(
                    context,
                    left.type().label() + " and " + right.type().label() + " cannot be "
                            + (isPlus ? "added" : "subtracted"));
        }
        return left.type();
    }

    static Typed multiplied(ParserRuleContext context, Typed left, Typed right) {
        requireQuantity(context, left);
        requireQuantity(context, right);
        if (left.type().kind() != Kind.NUMBER && right.type().kind() != Kind.NUMBER) {
            throw ProblemAt.of(
                    context,
                    left.type().label() + " and " + right.type().label()
                            + " cannot be multiplied; one of them must be a number");
        }
        Type type = left.type().kind() == Kind.NUMBER ? right.type() : left.type();
        int decimals = left.type().decimals() + right.type().decimals();
        requireDecimals(context, type, decimals);
        BigInteger[] corners = {
            left.min().multiply(right.min()),
            left.min().multiply(right.max()),
            left.max().multiply(right.min()),
            left.max().multiply(right.max())
        };
        BigInteger min = Stream.of(corners).reduce(BigInteger::min).orElseThrow();
        BigInteger max = Stream.of(corners).reduce(BigInteger::max).orElseThrow();
        return calculated(context, Operator.TIMES, left, right, type.withDecimals(decimals), min, max);
    }

    private static void requireDecimals(ParserRuleContext context, Type type, int decimals) {
        boolean isWhole = type.kind() == Kind.DURATION;
        int most = LanguageLimits.DECIMALS_MAX + digitsMore(type);
        if (decimals > most || isWhole && decimals > 0) {
            throw ProblemAt.of(
                    context,
                    "this has " + decimals + " decimals, and "
                            + (isWhole ? "a duration has none" : "at most " + most + " are kept"));
        }
    }

    /** Digits behind the point that a currency has more than most: so all money is multiplied with the same numbers. */
    private static int digitsMore(Type type) {
        return type.kind() == Kind.MONEY
                ? Math.max(0, Literals.minorDigits(type.currency()) - Literals.MINOR_DIGITS_USUAL)
                : 0;
    }

    private static Typed calculated(
            ParserRuleContext context,
            Operator operator,
            Typed left,
            Typed right,
            Type type,
            BigInteger min,
            BigInteger max) {
        Typed result;
        if (left.isConstant() && right.isConstant() && min.bitLength() < Long.SIZE) {
            result = new Typed(new Constant(min.longValueExact()), type, min, max, "");
        } else {
            result = new Typed(new Calculated(operator, left.expression(), right.expression()), type, min, max, "");
        }
        if (!left.isInRange() || !right.isInRange() || !result.isInRange()) {
            throw overflow(context);
        }
        return result;
    }

    /** @param context of the divisor */
    static Typed divided(ParserRuleContext context, Typed dividend, Typed divisor) {
        requireQuantity(context, dividend);
        requireQuantity(context, divisor);
        boolean isByNumber = divisor.type().kind() == Kind.NUMBER;
        if (!isByNumber && !dividend.type().isComparableWith(divisor.type())) {
            throw ProblemAt.of(
                    context,
                    dividend.type().label() + " cannot be divided by "
                            + divisor.type().label());
        }
        if (divisor.isConstant() && divisor.min().signum() == 0) {
            throw ProblemAt.of(context, "division by zero");
        }
        Type type = isByNumber ? dividend.type() : Type.NUMBER;
        boolean isWhole = type.kind() == Kind.DURATION;
        int raised = Math.max(
                divisor.type().decimals(),
                (isWhole ? 0 : QUOTIENT_DECIMALS)
                        - dividend.type().decimals()
                        + divisor.type().decimals());
        int decimals = dividend.type().decimals() + raised - divisor.type().decimals();
        BigInteger factor = BigInteger.TEN.pow(raised);
        BigInteger greatest = dividend.min().abs().max(dividend.max().abs()).multiply(factor);
        if (greatest.compareTo(Typed.LIMIT) > 0 || !divisor.isInRange()) {
            throw overflow(context);
        }
        boolean mayBeZero = divisor.min().signum() <= 0 && divisor.max().signum() >= 0;
        boolean mayBeMissing = mayBeZero
                || dividend.expression().mayBeMissing()
                || divisor.expression().mayBeMissing();
        Expression quotient =
                new Quotient(dividend.expression(), factor.longValueExact(), divisor.expression(), mayBeMissing);
        BigInteger min =
                dividend.min().signum() < 0 || divisor.min().signum() < 0 ? greatest.negate() : BigInteger.ZERO;
        return new Typed(quotient, type.withDecimals(decimals), min, greatest, "");
    }

    private static void requireQuantity(ParserRuleContext context, Typed value) {
        if (!value.type().kind().isQuantity()) {
            throw ProblemAt.of(
                    context, "one cannot calculate with " + value.type().label());
        }
    }

    /** Both in one type and with the same decimals, so that they can be compared. */
    static Pair aligned(ParserRuleContext context, Literals literals, Typed left, Typed right) {
        Typed a = adapted(context, literals, left, right.type());
        Typed b = adapted(context, literals, right, left.type());
        if (a.isText() || !a.type().isComparableWith(b.type())) {
            throw ProblemAt.of(
                    context, a.type().label() + " and " + b.type().label() + " cannot be compared" + hint(a, b));
        }
        int decimals = Math.max(a.type().decimals(), b.type().decimals());
        a = a.withDecimals(decimals);
        b = b.withDecimals(decimals);
        if (a.type().kind().isQuantity() && !(a.isInRange() && b.isInRange())) {
            throw overflow(context);
        }
        return new Pair(a, b);
    }

    private static String hint(Typed a, Typed b) {
        if (a.type().kind() == Kind.MONEY && b.type().kind() == Kind.AMOUNT
                || a.type().kind() == Kind.AMOUNT && b.type().kind() == Kind.MONEY) {
            String currency = a.type().currency() + b.type().currency();
            return "; exchange the amount first, as in (amount to " + currency + ")";
        }
        return "";
    }

    /** The value, or what a literal is where a value of that type stands. */
    static Typed adapted(ParserRuleContext context, Literals literals, Typed value, Type type) {
        if (value.isText() && type.kind() != Kind.TEXT) {
            try {
                return Typed.constant(literals.number(type.kind(), value.text()), type);
            } catch (IllegalArgumentException e) {
                throw ProblemAt.of(context, String.valueOf(e.getMessage()));
            }
        }
        if (!value.isPlainNumber() || type.kind() == Kind.NUMBER) {
            return value;
        }
        if (type.kind() == Kind.AMOUNT || type.kind() == Kind.SPEED) {
            return value.withType(type.withDecimals(value.type().decimals()));
        }
        if (!type.kind().isCode()) {
            return value;
        }
        if (value.type().decimals() > 0
                || value.min().signum() < 0
                || value.value() > type.kind().max()) {
            throw ProblemAt.of(
                    context,
                    type.kind().label() + " is a whole number of 0 to "
                            + type.kind().max());
        }
        return value.withType(type);
    }
}
