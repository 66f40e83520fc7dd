package com.hazelcast.certification.rules.language;

import com.hazelcast.certification.rules.grammar.RuleLanguageParser.CalendarWindowContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.CallContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ChainWindowContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.LadderWindowContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ScopeContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.SlidingWindowContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.TodayWindowContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.ValueContext;
import com.hazelcast.certification.rules.grammar.RuleLanguageParser.WindowContext;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.AggregateKind;
import com.hazelcast.certification.rules.model.Comparator;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Found;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.Wording;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.AggregateValue;
import com.hazelcast.certification.rules.model.Expression.EntryField;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.Kind;
import com.hazelcast.certification.rules.model.RunningConditions;
import com.hazelcast.certification.rules.model.Type;
import com.hazelcast.certification.rules.model.Window;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Reads aggregates: what is asked of a card's history. */
final class AggregateReader {
    private static final String EXISTS = "exists";
    private static final String FIRST_SEEN = "first_seen";
    private static final String LAST = "last";
    private static final String NTH = "nth";
    static final List<String> CALLS =
            List.of("count", "sum", "avg", "min", "max", "distinct", EXISTS, LAST, NTH, "time_since", FIRST_SEEN);
    static final List<String> CARD_VALUES = List.of("age", "since_last", "home_country", "home_city");
    private static final Window ALL = new Window.Sliding(LanguageLimits.WINDOW_MS_MAX);
    private static final Typed ONE = Typed.constant(1, Type.NUMBER);

    private final Declarations declarations;
    private final boolean isOfEntry;

    /** @param isOfEntry whether it stands inside of an aggregate, where none may */
    AggregateReader(Declarations declarations, boolean isOfEntry) {
        this.declarations = declarations;
        this.isOfEntry = isOfEntry;
    }

    /** {@code card.name}. */
    static Typed cardValue(Declarations declarations, ParserRuleContext context, String name) {
        return switch (name) {
            case "age" -> cardValue(declarations, context, AggregateKind.AGE, ONE);
            case "since_last" -> cardValue(declarations, context, AggregateKind.TIME_SINCE, ONE);
            case "home_country" -> cardValue(declarations, context, AggregateKind.MOST_FREQUENT, field(Field.COUNTRY));
            case "home_city" -> cardValue(declarations, context, AggregateKind.MOST_FREQUENT, field(Field.CITY));
            default ->
                throw ProblemAt.of(
                        context,
                        "a card has no such value: name=" + Names.shown(name) + Names.meant(name, CARD_VALUES)
                                + " (there are " + String.join(", ", CARD_VALUES) + ")");
        };
    }

    /** A field of the card's newest payment. */
    static Typed newest(Declarations declarations, ParserRuleContext context, Field field) {
        Typed value = field(field);
        Aggregate aggregate =
                new Aggregate(AggregateKind.NTH, value.expression(), 1, ALL, false, Condition.TRUE, 1, false);
        return counted(declarations, context, aggregate, value);
    }

    private static Typed field(Field field) {
        return Typed.of(
                new EntryField(field), Type.of(field.kind()), 0, field.kind().max());
    }

    private static Typed cardValue(
            Declarations declarations, ParserRuleContext context, AggregateKind kind, Typed value) {
        Aggregate aggregate = new Aggregate(kind, value.expression(), 0, ALL, false, Condition.TRUE, 1, false);
        return counted(declarations, context, aggregate, value);
    }

    /** A call as a value. */
    Typed value(CallContext context) {
        String name = name(context);
        if (name.equals(EXISTS) || name.equals(FIRST_SEEN)) {
            throw ProblemAt.of(context, name + "(…) holds or does not hold; it cannot be compared or calculated with");
        }
        requireOutside(context);
        int nth = nth(context, name);
        Typed value = operand(context, name);
        AggregateKind kind =
                name.equals(LAST) ? AggregateKind.NTH : AggregateKind.valueOf(name.toUpperCase(Locale.ROOT));
        return counted(declarations, context, aggregate(context, kind, value, nth), value);
    }

    /** A call as a condition. */
    Condition condition(CallContext context) {
        String name = name(context);
        boolean isFirstSeen = name.equals(FIRST_SEEN);
        if (!isFirstSeen && !name.equals(EXISTS)) {
            throw ProblemAt.of(context, name + "(…) is a value; compare it with something");
        }
        requireOutside(context);
        @Nullable Condition required = isFirstSeen ? isAsNow(context) : null;
        if (!isFirstSeen) {
            requireValues(context, name, 0);
        }
        Aggregate aggregate = aggregate(context, AggregateKind.EXISTS, ONE, 0);
        if (required != null) {
            requireNotIncludingThis(context, aggregate.isIncludingThis(), name);
            Condition filter =
                    aggregate.isUnfiltered() ? required : new Condition.All(List.of(required, aggregate.filter()));
            aggregate = new Aggregate(
                    AggregateKind.EXISTS, aggregate.value(), 0, aggregate.window(), false, filter, 1, false);
        }
        counted(declarations, context, aggregate, ONE);
        Found found = new Found(aggregate, new Wording(Type.NUMBER, TokenText.of(declarations.tokens, context), ""));
        return isFirstSeen ? new Not(found) : found;
    }

    /** That an entry has the transaction's value. */
    private Condition isAsNow(CallContext context) {
        requireValues(context, FIRST_SEEN, 1);
        Typed value = new ValueReader(declarations, true).read(context.value(0));
        if (!(value.expression() instanceof EntryField entry)) {
            throw ProblemAt.of(
                    context.value(0),
                    "first_seen(…) takes a field of the transaction, as in first_seen(city, last 30d)");
        }
        return new Comparison(
                Comparator.EQUAL,
                entry,
                new TransactionField(entry.field()),
                new Wording(
                        value.type(),
                        entry.field().label(),
                        "tx." + entry.field().label()));
    }

    private String name(CallContext context) {
        String name = context.getStart().getText().toLowerCase(Locale.ROOT);
        if (name.equals(SpeedReader.NAME)) {
            throw ProblemAt.of(context, "speed(…) takes a table of places and no window, as in speed(@places)");
        }
        if (!CALLS.contains(name)) {
            throw ProblemAt.of(
                    context,
                    "there is no such aggregate: name=" + Names.shown(name) + Names.meant(name, CALLS) + " (there are "
                            + String.join(", ", CALLS) + ")");
        }
        return name;
    }

    private void requireOutside(CallContext context) {
        if (isOfEntry) {
            throw ProblemAt.of(context, "an aggregate cannot stand inside of another one");
        }
    }

    private static void requireValues(CallContext context, String name, int count) {
        if (context.value().size() != count) {
            String usual = switch (name) {
                case "count", EXISTS, "time_since" -> name + "(last 1h where …)";
                case NTH -> "nth(2, amount, last 1h)";
                default -> name + "(amount, last 1h)";
            };
            throw ProblemAt.of(
                    context,
                    name + "(…) takes " + count + " values before its window, as in " + usual + ": found="
                            + context.value().size());
        }
    }

    private static int nth(CallContext context, String name) {
        if (!name.equals(NTH)) {
            return name.equals(LAST) ? 1 : 0;
        }
        requireValues(context, name, 2);
        String text = context.value(0).getText();
        if (!text.matches("[0-9]{1,4}")
                || Integer.parseInt(text) < 1
                || Integer.parseInt(text) > LanguageLimits.ENTRIES_MAX) {
            throw ProblemAt.of(
                    context.value(0),
                    "nth(…) begins with a whole number of 1 to " + LanguageLimits.ENTRIES_MAX + ": found="
                            + Names.shown(text));
        }
        return Integer.parseInt(text);
    }

    /** What is looked at of each entry. */
    private Typed operand(CallContext context, String name) {
        boolean takesNone = name.equals("count") || name.equals("time_since");
        if (takesNone) {
            requireValues(context, name, 0);
            return ONE;
        }
        int index = name.equals(NTH) ? 1 : 0;
        requireValues(context, name, index + 1);
        ValueContext operand = context.value(index);
        Typed value = new ValueReader(declarations, true).read(operand);
        if (RunningConditions.areIn(value.expression())) {
            throw ProblemAt.of(operand, ValueReader.RUNNING_BEHIND_WHERE);
        }
        boolean isCalculated = name.equals("sum") || name.equals("avg");
        if (value.isText() || isCalculated && !value.type().kind().isQuantity()) {
            throw ProblemAt.of(
                    operand,
                    name + "(…) takes numbers, amounts, money or durations, and this is "
                            + value.type().label());
        }
        boolean isOrdered = name.equals("min") || name.equals("max");
        Kind kind = value.type().kind();
        if (isOrdered && (kind.isCode() || kind == Kind.CARD || kind == Kind.TERMINAL)) {
            throw ProblemAt.of(
                    operand, name + "(…) has no meaning for " + value.type().label());
        }
        return value;
    }

    private Aggregate aggregate(CallContext context, AggregateKind kind, Typed value, int nth) {
        ScopeContext scope = context.scope();
        Window window = window(scope.window());
        boolean isIncludingThis = scope.INCLUDING() != null;
        if (window instanceof Window.Chain) {
            requireNotIncludingThis(context, isIncludingThis, "a chain");
        }
        if (kind == AggregateKind.TIME_SINCE) {
            requireNotIncludingThis(context, isIncludingThis, "time_since(…)");
        }
        Condition filter = scope.condition() == null
                ? Condition.TRUE
                : new ConditionReader(declarations, true).read(scope.condition());
        boolean isGrowing = kind == AggregateKind.COUNT
                || kind == AggregateKind.DISTINCT
                || kind == AggregateKind.SUM && value.min().signum() >= 0;
        return new Aggregate(
                kind, value.expression(), nth, window, isIncludingThis, filter, averageFactor(kind, value), isGrowing);
    }

    private static long averageFactor(AggregateKind kind, Typed value) {
        boolean isWhole = kind != AggregateKind.AVG || value.type().kind() == Kind.DURATION;
        return isWhole
                ? 1
                : (long) Math.pow(
                        10,
                        Math.max(0, Aggregate.AVERAGE_DECIMALS - value.type().decimals()));
    }

    private static void requireNotIncludingThis(CallContext context, boolean isIncludingThis, String what) {
        if (isIncludingThis) {
            throw ProblemAt.of(context, what + " looks at earlier entries only; leave 'including this' out");
        }
    }

    private static Window window(WindowContext context) {
        if (context instanceof SlidingWindowContext sliding) {
            return new Window.Sliding(widthMs(sliding.DURATION().getSymbol()));
        }
        if (context instanceof LadderWindowContext ladder) {
            return new Window.Ladder(widthMs(ladder.DURATION().getSymbol()));
        }
        if (context instanceof ChainWindowContext chain) {
            return new Window.Chain(
                    widthMs(chain.DURATION(0).getSymbol()),
                    widthMs(chain.DURATION(1).getSymbol()));
        }
        if (context instanceof TodayWindowContext today) {
            return new Window.CalendarDays(1, ValueReader.zone(today.zone()));
        }
        return calendarDays((CalendarWindowContext) context);
    }

    private static Window calendarDays(CalendarWindowContext context) {
        String unit = context.word().getText().toLowerCase(Locale.ROOT);
        if (!unit.equals("days") && !unit.equals("day")) {
            throw ProblemAt.of(context.word(), "a calendar window has days: write 'last 7 calendar days'");
        }
        String number = context.NUMBER().getText();
        boolean isAllowed = number.matches("[0-9]{1,3}")
                && Integer.parseInt(number) >= 1
                && Integer.parseInt(number) <= LanguageLimits.CALENDAR_DAYS_MAX;
        if (!isAllowed) {
            throw ProblemAt.of(
                    context.NUMBER().getSymbol(),
                    "a calendar window has 1 to " + LanguageLimits.CALENDAR_DAYS_MAX + " days: days="
                            + Names.shown(number));
        }
        return new Window.CalendarDays(Integer.parseInt(number), ValueReader.zone(context.zone()));
    }

    private static long widthMs(Token token) {
        long widthMs = ValueReader.durationMs(token);
        if (widthMs < LanguageLimits.WINDOW_MS_MIN || widthMs > LanguageLimits.WINDOW_MS_MAX) {
            throw ProblemAt.of(
                    token,
                    "a window is one minute (1m) to 90 days (90d) wide, as histories reach 90 days back: width="
                            + Names.shown(token.getText()));
        }
        return widthMs;
    }

    /** The aggregate as a value, once it is known that there are not too many. */
    private static Typed counted(
            Declarations declarations, ParserRuleContext context, Aggregate aggregate, Typed value) {
        declarations.aggregates.add(aggregate);
        if (declarations.aggregates.size() > LanguageLimits.AGGREGATES_MAX) {
            throw ProblemAt.of(context, "a set has at most " + LanguageLimits.AGGREGATES_MAX + " different aggregates");
        }
        Typed result = result(aggregate, value);
        if (result.type().kind().isQuantity() && !result.isInRange()) {
            throw Calculator.overflow(context);
        }
        return result;
    }

    private static Typed result(Aggregate aggregate, Typed value) {
        Expression expression = new AggregateValue(aggregate);
        BigInteger entries = BigInteger.valueOf(LanguageLimits.ENTRIES_MAX);
        BigInteger zero = BigInteger.ZERO;
        return switch (aggregate.kind()) {
            case COUNT -> Typed.of(expression, Type.NUMBER, 0, LanguageLimits.ENTRIES_MAX);
            case DISTINCT -> Typed.of(expression, Type.NUMBER, 0, Aggregate.DISTINCT_MAX);
            case EXISTS -> Typed.of(expression, Type.NUMBER, 0, 1);
            case SUM ->
                new Typed(
                        expression,
                        value.type(),
                        value.min().multiply(entries).min(zero),
                        value.max().multiply(entries).max(zero),
                        "");
            case AVG -> {
                // The sum is multiplied before it is divided, so it is what must be in range.
                BigInteger factor = BigInteger.valueOf(aggregate.averageFactor());
                BigInteger sum = value.max()
                        .abs()
                        .max(value.min().abs())
                        .multiply(entries)
                        .multiply(factor);
                BigInteger max =
                        sum.compareTo(Typed.LIMIT) > 0 ? sum : value.max().multiply(factor);
                int decimals = value.type().decimals()
                        + (aggregate.averageFactor() == 1
                                ? 0
                                : Aggregate.AVERAGE_DECIMALS - value.type().decimals());
                yield new Typed(
                        expression,
                        value.type().withDecimals(decimals),
                        value.min().multiply(factor),
                        max,
                        "");
            }
            case TIME_SINCE, AGE ->
                Typed.of(expression, Type.DURATION, -LanguageLimits.WINDOW_MS_MAX, LanguageLimits.WINDOW_MS_MAX);
            case MIN, MAX, NTH, MOST_FREQUENT -> new Typed(expression, value.type(), value.min(), value.max(), "");
        };
    }
}
