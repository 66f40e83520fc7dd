package com.hazelcast.certification.rules.model;

import com.hazelcast.certification.rules.lists.LongTable;
import java.util.List;

/** What a rule asks: it holds or it does not. */
public sealed interface Condition {
    /** Holds always. */
    Condition TRUE = new All(List.of());

    /** Holds when each holds. */
    record All(List<Condition> conditions) implements Condition {
        public All {
            conditions = List.copyOf(conditions);
        }
    }

    /** Holds when one of them holds. */
    record Any(List<Condition> conditions) implements Condition {
        public Any {
            conditions = List.copyOf(conditions);
        }
    }

    /** Holds when the other does not. */
    record Not(Condition condition) implements Condition {}

    /** Compares two values of one type. */
    record Comparison(Comparator comparator, Expression left, Expression right, Wording wording) implements Condition {}

    /** Whether a value is one of some; a missing one is none. {@code isNegated}: whether it is known and none of them. */
    record OneOf(Expression value, List<Long> values, boolean isNegated, Wording wording) implements Condition {
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /** Whether a list has the value at the transaction's time; a missing one it has not. {@code isNegated}: as of {@link OneOf}. */
    record Listed(Expression value, String list, LongTable values, boolean isNegated, Wording wording)
            implements Condition {}

    /** Whether a value is missing. */
    record Missing(Expression value, boolean isNegated, Wording wording) implements Condition {}

    /** Whether an aggregate of kind {@link AggregateKind#EXISTS} has found an entry. */
    record Found(Aggregate aggregate, Wording wording) implements Condition {}

    /**
     * How the text has it, for reasons. Two conditions that differ in it alone mean the same.
     *
     * @param type of the values that are compared
     * @param left text of the value on the left
     * @param right text of the value or the values on the right
     */
    record Wording(Type type, String left, String right) {}
}
