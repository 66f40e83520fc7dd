package com.hazelcast.certification.rules.model;

import com.hazelcast.certification.rules.lists.LongTable;
import com.hazelcast.certification.rules.lists.Rates;
import java.time.ZoneId;

/** A value of a rule. */
public sealed interface Expression {
    /** What a value is when there is none: an average of nothing, a key that a table does not have, a division by zero. */
    long MISSING = Long.MIN_VALUE;

    /** Whether it may be {@link #MISSING}. */
    boolean mayBeMissing();

    /** A number of the text. */
    record Constant(long value) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return false;
        }
    }

    /** A field of the transaction that is scored. */
    record TransactionField(Field field) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return false;
        }
    }

    /** A field of the entry that an aggregate looks at. */
    record EntryField(Field field) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return false;
        }
    }

    /** What the calendar of a zone says of a time. */
    record OnCalendar(CalendarPart part, ZoneId zone, Expression time) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return time.mayBeMissing();
        }
    }

    /** A sum, a difference or a product; its range has been checked, so it cannot overflow. */
    record Calculated(Operator operator, Expression left, Expression right) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return left.mayBeMissing() || right.mayBeMissing();
        }
    }

    /** A quotient, toward zero; missing when the divisor is 0. The dividend is multiplied first, for decimals. */
    record Quotient(Expression dividend, long factor, Expression divisor, boolean mayBeMissing) implements Expression {}

    /** What a table has for a key. */
    record TableValue(String table, LongTable values, Expression key) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return true;
        }
    }

    /**
     * How fast the card came from where it paid last, in km/h; missing when a place is, or the card has not paid.
     *
     * @param places the table of places
     * @param to key of the place of the transaction
     * @param from key of the place of the payment before
     * @param apartMs between both
     */
    record Speed(LongTable places, Expression to, Expression from, Expression apartMs) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return true;
        }
    }

    /** An amount in minor units of another currency, by the rate of the currency it is in; missing where {@link Rates} have none. */
    record Exchanged(Expression amount, Expression currency, Rates rates) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return true;
        }
    }

    /** Another value where the first is missing. */
    record Otherwise(Expression value, Expression other) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return other.mayBeMissing();
        }
    }

    /** What an aggregate comes to. */
    record AggregateValue(Aggregate aggregate) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return aggregate.mayBeMissing();
        }
    }

    /** How many entries of an aggregate's window have fulfilled a condition up to and including the one it looks at. */
    record Running(Condition condition) implements Expression {
        @Override
        public boolean mayBeMissing() {
            return false;
        }
    }

    /** What {@link Calculated} does. */
    enum Operator {
        PLUS,
        MINUS,
        TIMES;

        /** Of two values, neither of which is missing. */
        public long of(long left, long right) {
            return switch (this) {
                case PLUS -> left + right;
                case MINUS -> left - right;
                case TIMES -> left * right;
            };
        }
    }
}
