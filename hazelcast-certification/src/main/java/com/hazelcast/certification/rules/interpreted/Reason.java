package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Any;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Found;
import com.hazelcast.certification.rules.model.Condition.Listed;
import com.hazelcast.certification.rules.model.Condition.Missing;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.OneOf;
import com.hazelcast.certification.rules.model.Condition.Wording;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Kind;
import java.util.LinkedHashSet;
import java.util.Set;

/** Says in words why a condition holds: from the condition and the values that were compared, so it cannot say something else. */
final class Reason {
    private final Values values;

    Reason(Values values) {
        this.values = values;
    }

    /** Of a condition that holds. */
    String of(Condition condition) {
        Set<String> facts = new LinkedHashSet<>();
        collect(condition, true, facts);
        return String.join("; ", facts);
    }

    /** @param holds whether it does */
    private void collect(Condition condition, boolean holds, Set<String> facts) {
        if (condition instanceof Not not) {
            collect(not.condition(), !holds, facts);
        } else if (condition instanceof All all) {
            all.conditions().stream()
                    .filter(part -> values.holds(part) == holds)
                    .forEach(part -> collect(part, holds, facts));
        } else if (condition instanceof Any any) {
            any.conditions().stream()
                    .filter(part -> values.holds(part) == holds)
                    .forEach(part -> collect(part, holds, facts));
        } else {
            facts.add(fact(condition, holds));
        }
    }

    private String fact(Condition condition, boolean holds) {
        if (condition instanceof Comparison comparison) {
            return fact(comparison, holds);
        }
        if (condition instanceof OneOf in) {
            boolean isOne = holds != in.isNegated();
            String among = in.wording().type().kind() == Kind.CARD
                    ? "those named"
                    : in.wording().right();
            return known(in.wording(), values.of(in.value()), (isOne ? ", one of " : ", none of ") + among);
        }
        if (condition instanceof Listed in) {
            boolean isListed = holds != in.isNegated();
            return known(
                    in.wording(),
                    values.of(in.value()),
                    (isListed ? ", on " : ", not on ") + in.wording().right());
        }
        if (condition instanceof Missing missing) {
            return is(missing.wording(), values.of(missing.value()));
        }
        return ((Found) condition).wording().left() + (holds ? " found one" : " found none");
    }

    private String fact(Comparison comparison, boolean holds) {
        Wording wording = comparison.wording();
        long left = values.of(comparison.left());
        if (left != Expression.MISSING && values.of(comparison.right()) == Expression.MISSING) {
            return wording.right() + " is missing";
        }
        String bound = bound(wording, comparison.right());
        String words = switch (comparison.comparator()) {
            case EQUAL -> holds ? "" : ", not " + bound;
            case NOT_EQUAL -> holds ? ", not " + bound : ", not other than " + bound;
            case LESS -> holds ? ", less than " + bound : ", not less than " + bound;
            case LESS_OR_EQUAL -> holds ? ", at most " + bound : ", not at most " + bound;
            case GREATER -> holds ? ", more than " + bound : ", not more than " + bound;
            case GREATER_OR_EQUAL -> holds ? ", at least " + bound : ", not at least " + bound;
        };
        boolean isEqualToCalculated = words.isEmpty() && !(comparison.right() instanceof Constant) && holds;
        return known(wording, left, isEqualToCalculated ? ", as " + wording.right() : words);
    }

    /** What a value is, and what that means; of one that is missing only that it is. */
    private static String known(Wording wording, long value, String meaning) {
        return value == Expression.MISSING ? is(wording, value) : is(wording, value) + meaning;
    }

    private static String is(Wording wording, long value) {
        return wording.left() + " is " + ValueText.of(value, wording.type());
    }

    private String bound(Wording wording, Expression right) {
        String value = ValueText.of(values.of(right), wording.type());
        return right instanceof Constant ? value : value + " (" + wording.right() + ")";
    }
}
