package com.hazelcast.certification.rules.model;

import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Any;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Listed;
import com.hazelcast.certification.rules.model.Condition.Missing;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.OneOf;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.Exchanged;
import com.hazelcast.certification.rules.model.Expression.OnCalendar;
import com.hazelcast.certification.rules.model.Expression.Otherwise;
import com.hazelcast.certification.rules.model.Expression.Quotient;
import com.hazelcast.certification.rules.model.Expression.Running;
import com.hazelcast.certification.rules.model.Expression.Speed;
import com.hazelcast.certification.rules.model.Expression.TableValue;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds what a filter counts with {@link Running}. Pure. */
public final class RunningConditions {
    private RunningConditions() {}

    /** The conditions that are counted, those inside of others first; each once. */
    public static Set<Condition> of(Condition filter) {
        Set<Condition> found = new LinkedHashSet<>();
        collect(filter, found);
        return found;
    }

    /** Whether a value is made of such a count. */
    public static boolean areIn(Expression value) {
        Set<Condition> found = new LinkedHashSet<>();
        collect(List.of(value), found);
        return !found.isEmpty();
    }

    private static void collect(Condition condition, Set<Condition> found) {
        if (condition instanceof All all) {
            all.conditions().forEach(part -> collect(part, found));
        } else if (condition instanceof Any any) {
            any.conditions().forEach(part -> collect(part, found));
        } else if (condition instanceof Not not) {
            collect(not.condition(), found);
        } else if (condition instanceof Comparison comparison) {
            collect(List.of(comparison.left(), comparison.right()), found);
        } else if (condition instanceof OneOf oneOf) {
            collect(List.of(oneOf.value()), found);
        } else if (condition instanceof Listed listed) {
            collect(List.of(listed.value()), found);
        } else if (condition instanceof Missing missing) {
            collect(List.of(missing.value()), found);
        }
    }

    private static void collect(List<Expression> expressions, Set<Condition> found) {
        for (Expression expression : expressions) {
            if (expression instanceof Running running) {
                collect(running.condition(), found);
                found.add(running.condition());
            } else if (expression instanceof Calculated calculated) {
                collect(List.of(calculated.left(), calculated.right()), found);
            } else if (expression instanceof Quotient quotient) {
                collect(List.of(quotient.dividend(), quotient.divisor()), found);
            } else if (expression instanceof Otherwise otherwise) {
                collect(List.of(otherwise.value(), otherwise.other()), found);
            } else if (expression instanceof TableValue table) {
                collect(List.of(table.key()), found);
            } else if (expression instanceof OnCalendar calendar) {
                collect(List.of(calendar.time()), found);
            } else if (expression instanceof Exchanged exchanged) {
                collect(List.of(exchanged.amount(), exchanged.currency()), found);
            } else if (expression instanceof Speed speed) {
                collect(List.of(speed.to(), speed.from(), speed.apartMs()), found);
            }
        }
    }
}
