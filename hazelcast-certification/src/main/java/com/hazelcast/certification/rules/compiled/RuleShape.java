package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.compiled.AggregatePlan.Way;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.AggregateKind;
import com.hazelcast.certification.rules.model.Comparator;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Any;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Found;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.OneOf;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.AggregateValue;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import com.hazelcast.certification.rules.model.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A rule's condition in the order in which it is tried: tests of the transaction alone, then what the card keeps, then what needs a
 * walk. No part has a side effect, so the order changes nothing but the cost.
 */
final class RuleShape {
    private static final int TRANSACTION = 0;
    private static final int KEPT_BOUND = 1;
    private static final int KEPT = 2;
    private static final int WALK = 3;

    /** Tests of the transaction alone that must hold. */
    final List<Condition> guard = new ArrayList<>();

    /** What must hold besides. */
    final List<Condition> rest = new ArrayList<>();

    /** Values of the transaction's fields without which the rule does not hold. */
    final Map<Field, Set<Long>> values = new EnumMap<>(Field.class);

    /** By such a field: the part of the guard that asks for its values and for nothing else. */
    private final Map<Field, Condition> valuesAskedBy = new EnumMap<>(Field.class);

    /** Indexes of the aggregates that a walk finds. */
    final Set<Integer> walked = new HashSet<>();

    private final Plans plans;

    RuleShape(Condition condition, Plans plans) {
        this.plans = plans;
        Condition ordered = ordered(condition);
        for (Condition part : ordered instanceof All all ? all.conditions() : List.of(ordered)) {
            (rank(part) == TRANSACTION ? guard : rest).add(part);
        }
        guard.forEach(this::collectValues);
        rest.forEach(this::collectWalked);
    }

    private Condition ordered(Condition condition) {
        if (condition instanceof All all) {
            return new All(sorted(all.conditions()));
        }
        if (condition instanceof Any any) {
            return new Any(sorted(any.conditions()));
        }
        return condition instanceof Not not ? new Not(ordered(not.condition())) : condition;
    }

    private List<Condition> sorted(List<Condition> conditions) {
        return conditions.stream()
                .map(this::ordered)
                .sorted(java.util.Comparator.comparingInt(this::rank))
                .toList();
    }

    private int rank(Condition condition) {
        int rank = TRANSACTION;
        for (Condition part : Trees.parts(condition)) {
            rank = Math.max(rank, rank(part));
        }
        for (Expression part : Trees.expressions(condition)) {
            rank = Math.max(rank, rank(part));
        }
        return condition instanceof Found ? WALK : rank;
    }

    private int rank(Expression expression) {
        int rank = expression instanceof AggregateValue value ? rank(value.aggregate()) : TRANSACTION;
        for (Expression part : Trees.parts(expression)) {
            rank = Math.max(rank, rank(part));
        }
        return rank;
    }

    private int rank(Aggregate aggregate) {
        AggregatePlan plan = plans.of(aggregate);
        if (plan.way() == Way.WALK) {
            return WALK;
        }
        boolean isBound = aggregate.kind() == AggregateKind.SUM && plan.enough() != Long.MAX_VALUE;
        return isBound ? KEPT_BOUND : KEPT;
    }

    private void collectWalked(Condition condition) {
        if (condition instanceof Found found) {
            walked.add(plans.index(found.aggregate()));
        }
        Trees.parts(condition).forEach(this::collectWalked);
        Trees.expressions(condition).forEach(this::collectWalked);
    }

    private void collectWalked(Expression expression) {
        if (expression instanceof AggregateValue value && rank(value.aggregate()) == WALK) {
            walked.add(plans.index(value.aggregate()));
        }
        Trees.parts(expression).forEach(this::collectWalked);
    }

    private void collectValues(Condition condition) {
        if (condition instanceof Comparison c
                && c.comparator() == Comparator.EQUAL
                && c.left() instanceof TransactionField field
                && c.right() instanceof Constant constant) {
            putValues(field.field(), Set.of(constant.value()), condition);
        } else if (condition instanceof OneOf in && !in.isNegated() && in.value() instanceof TransactionField field) {
            putValues(field.field(), new HashSet<>(in.values()), condition);
        }
    }

    private void putValues(Field field, Set<Long> asked, Condition askedBy) {
        // A switch has numbers of 32 bits; a card is compared instead.
        boolean isSwitchable = field == Field.CARD || asked.stream().allMatch(value -> value == value.intValue());
        if (isSwitchable && values.putIfAbsent(field, asked) == null) {
            valuesAskedBy.put(field, askedBy);
        }
    }

    /** The guard without the parts that ask for values of some fields. */
    List<Condition> guardBesides(Set<Field> fields) {
        return guard.stream()
                .filter(condition -> fields.stream().noneMatch(field -> valuesAskedBy.get(field) == condition))
                .toList();
    }
}
