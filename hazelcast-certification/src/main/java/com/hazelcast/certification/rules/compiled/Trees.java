package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Any;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Listed;
import com.hazelcast.certification.rules.model.Condition.Missing;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.OneOf;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.EntryField;
import com.hazelcast.certification.rules.model.Expression.Exchanged;
import com.hazelcast.certification.rules.model.Expression.OnCalendar;
import com.hazelcast.certification.rules.model.Expression.Otherwise;
import com.hazelcast.certification.rules.model.Expression.Quotient;
import com.hazelcast.certification.rules.model.Expression.Speed;
import com.hazelcast.certification.rules.model.Expression.TableValue;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import java.util.List;

/** Walks over conditions and expressions. Pure. */
final class Trees {
    private Trees() {}

    /** The expressions that a condition looks at, without those of the conditions inside. */
    static List<Expression> expressions(Condition condition) {
        if (condition instanceof Comparison c) {
            return List.of(c.left(), c.right());
        }
        if (condition instanceof OneOf c) {
            return List.of(c.value());
        }
        if (condition instanceof Listed c) {
            return List.of(c.value());
        }
        if (condition instanceof Missing c) {
            return List.of(c.value());
        }
        return List.of();
    }

    /** The conditions inside of a condition. */
    static List<Condition> parts(Condition condition) {
        if (condition instanceof All all) {
            return all.conditions();
        }
        if (condition instanceof Any any) {
            return any.conditions();
        }
        return condition instanceof Not not ? List.of(not.condition()) : List.of();
    }

    /** The expressions inside of an expression. */
    static List<Expression> parts(Expression expression) {
        if (expression instanceof Calculated c) {
            return List.of(c.left(), c.right());
        }
        if (expression instanceof Quotient q) {
            return List.of(q.dividend(), q.divisor());
        }
        if (expression instanceof Otherwise o) {
            return List.of(o.value(), o.other());
        }
        if (expression instanceof OnCalendar c) {
            return List.of(c.time());
        }
        if (expression instanceof TableValue t) {
            return List.of(t.key());
        }
        if (expression instanceof Exchanged e) {
            return List.of(e.amount(), e.currency());
        }
        if (expression instanceof Speed s) {
            return List.of(s.to(), s.from(), s.apartMs());
        }
        return List.of();
    }

    /** The condition with the transaction's fields in place of the entry's: what it comes to for the transaction as an entry. */
    static Condition ofTransaction(Condition condition) {
        if (condition instanceof All all) {
            return new All(all.conditions().stream().map(Trees::ofTransaction).toList());
        }
        if (condition instanceof Any any) {
            return new Any(any.conditions().stream().map(Trees::ofTransaction).toList());
        }
        if (condition instanceof Not not) {
            return new Not(ofTransaction(not.condition()));
        }
        if (condition instanceof Comparison c) {
            return new Comparison(c.comparator(), ofTransaction(c.left()), ofTransaction(c.right()), c.wording());
        }
        if (condition instanceof OneOf c) {
            return new OneOf(ofTransaction(c.value()), c.values(), c.isNegated(), c.wording());
        }
        if (condition instanceof Listed c) {
            return new Listed(ofTransaction(c.value()), c.list(), c.values(), c.isNegated(), c.wording());
        }
        if (condition instanceof Missing c) {
            return new Missing(ofTransaction(c.value()), c.isNegated(), c.wording());
        }
        return condition;
    }

    /** As {@link #ofTransaction(Condition)}. Running counts stay what they are. */
    static Expression ofTransaction(Expression expression) {
        if (expression instanceof EntryField field) {
            return new TransactionField(field.field());
        }
        if (expression instanceof Calculated c) {
            return new Calculated(c.operator(), ofTransaction(c.left()), ofTransaction(c.right()));
        }
        if (expression instanceof Quotient q) {
            return new Quotient(ofTransaction(q.dividend()), q.factor(), ofTransaction(q.divisor()), q.mayBeMissing());
        }
        if (expression instanceof Otherwise o) {
            return new Otherwise(ofTransaction(o.value()), ofTransaction(o.other()));
        }
        if (expression instanceof OnCalendar c) {
            return new OnCalendar(c.part(), c.zone(), ofTransaction(c.time()));
        }
        if (expression instanceof TableValue t) {
            return new TableValue(t.table(), t.values(), ofTransaction(t.key()));
        }
        if (expression instanceof Exchanged e) {
            return new Exchanged(ofTransaction(e.amount()), ofTransaction(e.currency()), e.rates());
        }
        return expression;
    }
}
