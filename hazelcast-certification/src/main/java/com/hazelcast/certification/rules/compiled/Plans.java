package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.compiled.AggregatePlan.Way;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.AggregateKind;
import com.hazelcast.certification.rules.model.Comparator;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Found;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.AggregateValue;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.EntryField;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.RunningConditions;
import com.hazelcast.certification.rules.model.Window;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All aggregates of a set, each once, and how each is found. */
final class Plans {
    /** From so many entries on it pays to ask the card how many are newer. */
    private static final long NEWER_MIN = 20;

    private final Map<Aggregate, Integer> indexes = new LinkedHashMap<>();
    private final List<Uses> uses = new ArrayList<>();
    private final List<AggregatePlan> plans = new ArrayList<>();
    private int runningCount;

    /** How a set looks at an aggregate. */
    private static final class Uses {
        private boolean isFree;
        private final Set<Long> constants = new HashSet<>();
        private boolean isNewerOnly = true;

        /** Of all comparisons with the amount that which takes most to be decided; null: there is none. */
        private @Nullable AmountBound ofAmount;
    }

    Plans(RuleSetDefinition set) {
        for (RuleDefinition rule : set.rules()) {
            collect(rule.condition());
        }
        for (Map.Entry<Aggregate, Integer> entry : indexes.entrySet()) {
            plans.add(plan(entry.getKey(), uses.get(entry.getValue())));
        }
    }

    int index(Aggregate aggregate) {
        Integer index = indexes.get(aggregate);
        if (index == null) {
            throw new IllegalStateException("an aggregate was not collected: kind=" + aggregate.kind());
        }
        return index;
    }

    AggregatePlan of(Aggregate aggregate) {
        return plans.get(index(aggregate));
    }

    List<AggregatePlan> all() {
        return plans;
    }

    int runningCount() {
        return runningCount;
    }

    private void collect(Condition condition) {
        Trees.parts(condition).forEach(this::collect);
        if (condition instanceof Found found) {
            uses(found.aggregate()).isFree = true;
            return;
        }
        if (condition instanceof Comparison c) {
            if (c.left() instanceof AggregateValue left && c.right() instanceof Constant right) {
                compared(left.aggregate(), c.comparator(), right.value());
                return;
            }
            if (c.right() instanceof AggregateValue right && c.left() instanceof Constant left) {
                compared(right.aggregate(), Comparator.EQUAL, left.value());
                return;
            }
            Optional<AmountBound> bound = AmountBound.of(c);
            if (bound.isPresent()) {
                compared(bound.get());
                return;
            }
        }
        Trees.expressions(condition).forEach(this::collect);
    }

    private void collect(Expression expression) {
        if (expression instanceof AggregateValue value) {
            uses(value.aggregate()).isFree = true;
        }
        Trees.parts(expression).forEach(this::collect);
    }

    private void compared(Aggregate aggregate, Comparator comparator, long constant) {
        Uses use = uses(aggregate);
        use.constants.add(constant);
        use.isNewerOnly = use.isNewerOnly && newerThan(comparator, constant, aggregate.isIncludingThis()) >= NEWER_MIN;
    }

    private void compared(AmountBound bound) {
        Uses use = uses(bound.aggregate());
        AmountBound before = use.ofAmount;
        use.ofAmount = before == null || bound.isAbove(before) ? bound : before;
    }

    /** How many earlier entries make a count fulfil such a comparison; negative when it is none of 'more than' and 'at least'. */
    static long newerThan(Comparator comparator, long constant, boolean isIncludingThis) {
        long ofThis = isIncludingThis ? 1 : 0;
        return switch (comparator) {
            case GREATER -> constant + 1 - ofThis;
            case GREATER_OR_EQUAL -> constant - ofThis;
            default -> -1;
        };
    }

    private Uses uses(Aggregate aggregate) {
        Integer index = indexes.computeIfAbsent(aggregate, unknown -> {
            uses.add(new Uses());
            return uses.size() - 1;
        });
        return uses.get(index);
    }

    private AggregatePlan plan(Aggregate aggregate, Uses use) {
        Set<Condition> counted = RunningConditions.of(aggregate.filter());
        int runningFrom = runningCount;
        runningCount += counted.size();
        boolean isBounded = !use.isFree && !use.constants.isEmpty();
        boolean isGrowing = aggregate.isGrowing() || aggregate.kind() == AggregateKind.MAX;
        AmountBound ofAmount = use.isFree ? null : use.ofAmount;
        long enough = isGrowing && (isBounded || ofAmount != null)
                ? use.constants.stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE)
                : Long.MAX_VALUE;
        long least = isBounded && isCountedOrSummed(aggregate)
                ? use.constants.stream().mapToLong(Long::longValue).min().orElseThrow()
                : Long.MIN_VALUE;
        boolean isOrdered = aggregate.kind() == AggregateKind.NTH || !counted.isEmpty();
        return new AggregatePlan(
                aggregate,
                way(aggregate, isBounded && use.isNewerOnly),
                widthMs(aggregate.window()),
                isOrdered,
                isCountedOrSummed(aggregate),
                least,
                enough,
                ofAmount,
                // What counts as it goes needs the entries that would be left out.
                counted.isEmpty() ? flags(aggregate.filter()) : 0,
                runningFrom,
                runningCount);
    }

    /** Whether the whole history shows how much it is at most. */
    private static boolean isCountedOrSummed(Aggregate aggregate) {
        return switch (aggregate.kind()) {
            case COUNT, DISTINCT -> true;
            case SUM -> isAmount(aggregate.value());
            default -> false;
        };
    }

    private static boolean isAmount(Expression value) {
        return value.equals(new EntryField(Field.AMOUNT));
    }

    private static long widthMs(Window window) {
        return window instanceof Window.Sliding sliding ? sliding.widthMs() : 0;
    }

    private static Way way(Aggregate aggregate, boolean isNewerOnly) {
        boolean isKind = aggregate.kind() == AggregateKind.COUNT
                || (aggregate.kind() == AggregateKind.SUM || aggregate.kind() == AggregateKind.AVG)
                        && isAmount(aggregate.value());
        if (!isKind || !aggregate.isUnfiltered()) {
            return Way.WALK;
        }
        if (holdsAll(aggregate)) {
            return Way.ALL;
        }
        if (aggregate.window() instanceof Window.Sliding sliding) {
            if (HistoryLimits.isKept(sliding.widthMs())) {
                return Way.KEPT;
            }
            if (aggregate.kind() == AggregateKind.COUNT && isNewerOnly) {
                return Way.NEWER;
            }
        }
        return Way.WALK;
    }

    /** Whether each entry of a history is in the window: what a history shows is inside of 90 days. */
    private static boolean holdsAll(Aggregate aggregate) {
        if (aggregate.window() instanceof Window.Sliding sliding) {
            return sliding.widthMs() == HistoryLimits.HORIZON_MS;
        }
        // The first earlier entry has number 2 where the transaction itself has 1.
        int first = aggregate.isIncludingThis() ? 2 : 1;
        return aggregate.window() instanceof Window.Ladder ladder
                && first * ladder.widthMs() >= HistoryLimits.HORIZON_MS;
    }

    /** Bits of {@code HistoryFlags.of}: histories keep one for code 3333 at merchant 2222. */
    private static int flags(Condition filter) {
        List<Condition> conditions = filter instanceof All all ? all.conditions() : List.of(filter);
        boolean hasFlag = hasEqual(conditions, Field.CODE, 3333) && hasEqual(conditions, Field.MERCHANT, 2222);
        return hasFlag ? 1 : 0;
    }

    private static boolean hasEqual(List<Condition> conditions, Field field, long value) {
        return conditions.stream()
                .anyMatch(condition -> condition instanceof Comparison c
                        && c.comparator() == Comparator.EQUAL
                        && c.left().equals(new EntryField(field))
                        && c.right().equals(new Constant(value)));
    }
}
