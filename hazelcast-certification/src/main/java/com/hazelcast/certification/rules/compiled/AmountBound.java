package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.AggregateKind;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.AggregateValue;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.Operator;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import com.hazelcast.certification.rules.model.Field;
import java.util.Optional;

/**
 * What decides a comparison of the transaction's amount with a greatest value: a value that is more than the amount, multiplied by
 * one number and divided by another. Whatever the comparison is, a still greater value changes nothing then, so that the walk need
 * not look for it. Immutable.
 *
 * @param aggregate the greatest value
 * @param times what the amount is multiplied by, from 1
 * @param by what that is divided by, toward zero, from 1
 */
record AmountBound(Aggregate aggregate, long times, long by) {
    /** With greater numbers nothing is gained: an amount multiplied by it, and a product of two, stay inside of 64 bits. */
    private static final long NUMBER_MAX = 1_000_000;

    /** A value, as that many times another one. */
    private record Product(long times, Expression value) {}

    /** Of a comparison of the amount with a greatest value, each of them alone or multiplied by numbers; empty: it is another one. */
    static Optional<AmountBound> of(Comparison comparison) {
        Product left = product(comparison.left());
        Product right = product(comparison.right());
        return of(left, right).or(() -> of(right, left));
    }

    private static Optional<AmountBound> of(Product amount, Product greatest) {
        boolean isAmount = amount.value().equals(new TransactionField(Field.AMOUNT));
        boolean isSmall = amount.times() <= NUMBER_MAX && greatest.times() <= NUMBER_MAX;
        if (isAmount
                && isSmall
                && greatest.value() instanceof AggregateValue value
                && value.aggregate().kind() == AggregateKind.MAX) {
            return Optional.of(new AmountBound(value.aggregate(), amount.times(), greatest.times()));
        }
        return Optional.empty();
    }

    private static Product product(Expression expression) {
        if (expression instanceof Calculated calculated && calculated.operator() == Operator.TIMES) {
            if (isNumber(calculated.left())) {
                return product(calculated.left(), calculated.right());
            }
            if (isNumber(calculated.right())) {
                return product(calculated.right(), calculated.left());
            }
        }
        return new Product(1, expression);
    }

    private static Product product(Expression number, Expression value) {
        Product rest = product(value);
        boolean isSmall = rest.times() <= NUMBER_MAX;
        return new Product(isSmall ? rest.times() * ((Constant) number).value() : rest.times(), rest.value());
    }

    private static boolean isNumber(Expression expression) {
        return expression instanceof Constant number && number.value() >= 1 && number.value() <= NUMBER_MAX;
    }

    /** Whether it takes a greater value than by the other one to decide. */
    boolean isAbove(AmountBound other) {
        return times * other.by > other.times * by;
    }
}
