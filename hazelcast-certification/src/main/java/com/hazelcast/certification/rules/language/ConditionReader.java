package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageParser;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.BetweenTestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.CallTestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.CompareTestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ConditionContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ConjunctionContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.InListTestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.InTestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.MissingTestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.NegationContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.NestedTestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.TestContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ValueContext;
import com.hazelcast.certification.rules.model.Comparator;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Any;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Listed;
import com.hazelcast.certification.rules.model.Condition.Missing;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.OneOf;
import com.hazelcast.certification.rules.model.Condition.Wording;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.OnCalendar;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;

/** Reads conditions. */
final class ConditionReader {
    private final Declarations declarations;
    private final ValueReader values;
    private final boolean isOfEntry;

    /** @param isOfEntry as of {@link ValueReader} */
    ConditionReader(Declarations declarations, boolean isOfEntry) {
        this.declarations = declarations;
        this.isOfEntry = isOfEntry;
        this.values = new ValueReader(declarations, isOfEntry);
    }

    Condition read(ConditionContext context) {
        List<Condition> parts = new ArrayList<>();
        for (ConjunctionContext conjunction : context.conjunction()) {
            parts.add(conjunction(conjunction));
        }
        return parts.size() == 1 ? parts.get(0) : new Any(parts);
    }

    private Condition conjunction(ConjunctionContext context) {
        List<Condition> parts = new ArrayList<>();
        for (NegationContext negation : context.negation()) {
            Condition part = test(negation.test());
            parts.add(negation.NOT() == null ? part : new Not(part));
        }
        return parts.size() == 1 ? parts.get(0) : new All(parts);
    }

    private Condition test(TestContext context) {
        if (context instanceof NestedTestContext nested) {
            return read(nested.condition());
        }
        if (context instanceof CompareTestContext compare) {
            return comparison(compare);
        }
        if (context instanceof BetweenTestContext between) {
            return between(between);
        }
        if (context instanceof InTestContext in) {
            return oneOf(in);
        }
        if (context instanceof InListTestContext in) {
            return listed(in);
        }
        if (context instanceof MissingTestContext missing) {
            return missing(missing);
        }
        return new AggregateReader(declarations, isOfEntry).condition(((CallTestContext) context).call());
    }

    private Comparison comparison(CompareTestContext context) {
        return comparison(context, comparator(context), context.value(0), context.value(1));
    }

    private static Comparator comparator(CompareTestContext context) {
        return switch (context.comparator().getStart().getType()) {
            case RuleLanguageParser.EQUAL -> Comparator.EQUAL;
            case RuleLanguageParser.NOT_EQUAL -> Comparator.NOT_EQUAL;
            case RuleLanguageParser.LESS -> Comparator.LESS;
            case RuleLanguageParser.LESS_EQUAL -> Comparator.LESS_OR_EQUAL;
            case RuleLanguageParser.GREATER -> Comparator.GREATER;
            default -> Comparator.GREATER_OR_EQUAL;
        };
    }

    private Comparison comparison(
            ParserRuleContext context, Comparator comparator, ValueContext left, ValueContext right) {
        Typed a = values.read(left);
        Typed b = values.read(right);
        Calculator.Pair pair = aligned(context, a, b);
        requireOpen(context, comparator, pair);
        remark(() -> requireOpen(context, comparator, aligned(context, onCalendar(a), onCalendar(b))));
        return compared(context, comparator, pair, left, right);
    }

    private Calculator.Pair aligned(ParserRuleContext context, Typed left, Typed right) {
        return Calculator.aligned(context, declarations.literals, left, right);
    }

    /** Releases before took days and months from 0 on, and a set that decides must be read by each later one. */
    private void remark(Runnable check) {
        try {
            check.run();
        } catch (ProblemAt e) {
            Problem problem = e.problem();
            declarations.remarks.add(new RuleSetDefinition.Remark(problem.line(), problem.column(), problem.message()));
        }
    }

    /** A part of the calendar with the range that it has. */
    private static Typed onCalendar(Typed value) {
        return value.expression() instanceof OnCalendar on
                ? Typed.of(on, value.type(), on.part().min(), on.part().max())
                : value;
    }

    private static void requireOpen(ParserRuleContext context, Comparator comparator, Calculator.Pair pair) {
        if (isDecided(comparator, pair)) {
            throw decided(context, pair);
        }
    }

    private Comparison compared(
            ParserRuleContext context,
            Comparator comparator,
            Calculator.Pair pair,
            ValueContext left,
            ValueContext right) {
        Kind kind = pair.left().type().kind();
        boolean isOrder = comparator != Comparator.EQUAL && comparator != Comparator.NOT_EQUAL;
        if (isOrder && (kind == Kind.CARD || kind == Kind.TERMINAL)) {
            throw ProblemAt.of(context, "none of two " + (kind == Kind.CARD ? "cards" : "terminals") + " is greater");
        }
        return new Comparison(
                comparator,
                pair.left().expression(),
                pair.right().expression(),
                new Wording(pair.left().type(), text(left), text(right)));
    }

    /** A comparison that always comes to the same is a mistake: a unit, or a digit too many. */
    private static boolean isDecided(Comparator comparator, Calculator.Pair pair) {
        return isApart(pair) || pair.left().type().kind() != Kind.CARD && isAtEdge(comparator, pair);
    }

    /** Whether one of them is always less than the other. */
    private static boolean isApart(Calculator.Pair pair) {
        Typed a = pair.left();
        Typed b = pair.right();
        return a.type().kind() != Kind.CARD
                && (a.max().compareTo(b.min()) < 0 || b.max().compareTo(a.min()) < 0);
    }

    /** Whether what they have in common, at most one value, comes to the same as all else. */
    private static boolean isAtEdge(Comparator comparator, Calculator.Pair pair) {
        Typed a = pair.left();
        Typed b = pair.right();
        return switch (comparator) {
            case LESS -> a.min().compareTo(b.max()) >= 0;
            case LESS_OR_EQUAL -> a.max().compareTo(b.min()) <= 0;
            case GREATER -> a.max().compareTo(b.min()) <= 0;
            case GREATER_OR_EQUAL -> a.min().compareTo(b.max()) >= 0;
            case EQUAL, NOT_EQUAL -> a.isConstant() && b.isConstant();
        };
    }

    private static ProblemAt decided(ParserRuleContext context, Calculator.Pair pair) {
        return ProblemAt.of(
                context,
                "this comparison always comes to the same: the left side is " + range(pair.left()) + ", the right side "
                        + range(pair.right()));
    }

    private static String range(Typed value) {
        String min = shown(value, value.min());
        return value.min().equals(value.max()) ? min : min + " to " + shown(value, value.max());
    }

    private static String shown(Typed value, BigInteger bound) {
        return new BigDecimal(bound, value.type().decimals()).toPlainString();
    }

    private Condition between(BetweenTestContext context) {
        Typed value = values.read(context.value(0));
        Typed first = values.read(context.value(1));
        Typed last = values.read(context.value(2));
        Calculator.Pair low = aligned(context, value, first);
        Calculator.Pair high = aligned(context, value, last);
        requireBetween(context, low, high);
        Typed exact = onCalendar(value);
        remark(() -> requireBetween(
                context, aligned(context, exact, onCalendar(first)), aligned(context, exact, onCalendar(last))));
        Comparison from = half(context, Comparator.GREATER_OR_EQUAL, low, 1);
        Comparison to = half(context, Comparator.LESS_OR_EQUAL, high, 2);
        boolean isTurned = bound(from)
                .filter(least ->
                        bound(to).filter(most -> least.compareTo(most) > 0).isPresent())
                .isPresent();
        // A time of day may be between two past midnight.
        if (isTurned && from.wording().type().kind() != Kind.TIME_OF_DAY) {
            throw ProblemAt.of(context, "nothing is between these two: the first must be the smaller one");
        }
        if (context.NOT() == null) {
            return isTurned ? new Any(List.of(from, to)) : new All(List.of(from, to));
        }
        // Not the opposite: that would hold for a value that is missing.
        Comparison below = half(context, Comparator.LESS, low, 1);
        Comparison above = half(context, Comparator.GREATER, high, 2);
        return isTurned ? new All(List.of(below, above)) : new Any(List.of(below, above));
    }

    private Comparison half(BetweenTestContext context, Comparator comparator, Calculator.Pair pair, int bound) {
        return compared(context, comparator, pair, context.value(0), context.value(bound));
    }

    /** One of the bounds may be the least or the greatest value that there is, as of the hours from 0 to 5: the other one decides. */
    private static void requireBetween(BetweenTestContext context, Calculator.Pair low, Calculator.Pair high) {
        boolean isAll = isDecided(Comparator.GREATER_OR_EQUAL, low) && isDecided(Comparator.LESS_OR_EQUAL, high);
        if (isApart(low) || isAll) {
            throw decided(context, low);
        }
        if (isApart(high)) {
            throw decided(context, high);
        }
    }

    /** What a value is compared with, if that is a number; each bound has decimals of its own. */
    private static Optional<BigDecimal> bound(Comparison comparison) {
        return comparison.right() instanceof Constant constant
                ? Optional.of(BigDecimal.valueOf(
                        constant.value(), comparison.wording().type().decimals()))
                : Optional.empty();
    }

    private Condition oneOf(InTestContext context) {
        List<ValueContext> elements = context.value().subList(1, context.value().size());
        Typed value = asExactAs(elements, values.read(context.value(0)));
        TreeSet<Long> numbers = new TreeSet<>();
        List<String> texts = new ArrayList<>();
        Type type = value.type();
        for (ValueContext element : elements) {
            Typed read = values.read(element);
            if (!read.isConstant()) {
                throw ProblemAt.of(element, "behind 'in' stand numbers, texts or weekdays");
            }
            Calculator.Pair pair = Calculator.aligned(element, declarations.literals, value, read);
            if (pair.left().type().decimals() != type.decimals()) {
                throw ProblemAt.of(element, "this has more decimals than what it is compared with");
            }
            numbers.add(pair.right().value());
            texts.add(text(element));
        }
        String shown = texts.stream().limit(5).collect(Collectors.joining(", ")) + (texts.size() > 5 ? ", …" : "");
        return new OneOf(
                value.expression(),
                List.copyOf(numbers),
                context.NOT() != null,
                new Wording(type, text(context.value(0)), "(" + shown + ")"));
    }

    /** Money, with the decimals of the elements: a text may have half a yen. */
    private Typed asExactAs(List<ValueContext> elements, Typed value) {
        if (value.type().kind() != Kind.MONEY) {
            return value;
        }
        int decimals = value.type().decimals();
        for (ValueContext element : elements) {
            decimals = Math.max(decimals, values.read(element).type().decimals());
        }
        return value.withDecimals(decimals);
    }

    private Condition listed(InListTestContext context) {
        String name = Names.referenced(context.REFERENCE().getText());
        Declarations.ListOf list = declarations.lists.get(name);
        if (list == null) {
            Declarations.TableOf table = declarations.tables.get(name);
            String hint = table != null
                    ? "; it is a table: write '" + table.use(name) + "'"
                    : Names.meant(name, declarations.lists.keySet());
            throw ProblemAt.of(
                    context.REFERENCE().getSymbol(), "no such list is declared: list=@" + Names.shown(name) + hint);
        }
        Typed value = values.read(context.value());
        if (!value.type().equals(list.type())) {
            throw ProblemAt.of(
                    context,
                    "the values of @" + name + " are each " + list.type().label() + ", and this is "
                            + value.type().label());
        }
        return new Listed(
                value.expression(),
                name,
                list.values(),
                context.NOT() != null,
                new Wording(value.type(), text(context.value()), Names.reference(name)));
    }

    private Condition missing(MissingTestContext context) {
        Typed value = values.read(context.value());
        if (!value.expression().mayBeMissing()) {
            throw ProblemAt.of(context, "this value is never missing");
        }
        return new Missing(
                value.expression(), context.NOT() != null, new Wording(value.type(), text(context.value()), ""));
    }

    private String text(ParserRuleContext context) {
        return TokenText.of(declarations.tokens, context);
    }
}
