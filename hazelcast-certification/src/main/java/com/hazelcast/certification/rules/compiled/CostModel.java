package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.compiled.AggregatePlan.Way;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.OnCalendar;
import com.hazelcast.certification.rules.model.Expression.Speed;
import com.hazelcast.certification.rules.model.Expression.TableValue;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.RunningConditions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a set costs at most, before it runs: a sum of what its parts cost. The constants were estimated when this was written,
 * from what a cache miss, a comparison and a calculation take on a server's processor. {@code RuleCostTable} of the benchmarks
 * prints each beside what is measured, and fails when a part takes more than this says.
 *
 * <p>The worst case: each test of the transaction leaves its rule open, each window holds the whole history, each filter is
 * tried to its end, nothing decides before the last entry, and all entries are a burst, which is passed twice.
 */
public final class CostModel {
    /** A comparison of fields with constants, or a calculation. */
    private static final double TEST_NS = 1.5;

    /** The calendar of a zone. */
    private static final double CALENDAR_NS = 6;

    /** A list or a table that is larger than the caches: a miss. */
    private static final double LOOK_UP_NS = 60;

    /** The way between two places: two sines, two cosines, an arcsine and a root, none of them by the processor. */
    private static final double DISTANCE_NS = 300;

    /** A window whose count and sum the card keeps. When an entry has left it, one walk finds all such windows anew. */
    private static final double KEPT_NS = 20;

    /** To begin a walk and to end it. */
    private static final double WALK_NS = 25;

    /** To the next entry: five lie side by side, and the next five are a cache miss away. */
    private static final double ENTRY_NS = 20;

    /** To the next entry of a burst, which a walk for narrow windows has passed just now: it is in the caches. */
    private static final double AGAIN_NS = 5;

    /** One aggregate looks at one entry: its window, its sum. */
    private static final double STEP_NS = 4;

    /** As {@link #STEP_NS}, with a set of values. */
    private static final double SET_STEP_NS = 12;

    /** Stands for the walk of all kept windows, beside the groups of aggregates that have one each. */
    private static final int KEPT_WALK = -1;

    private CostModel() {}

    /**
     * The worst case of a set and of each of its rules.
     *
     * @param entries of a card's history
     */
    public static SetCost of(RuleSetDefinition definition, int entries) {
        Plans plans = new Plans(definition);
        List<SetCost.RuleCost> rules = new ArrayList<>();
        Set<Integer> all = new HashSet<>();
        double testsNs = 0;
        for (RuleDefinition rule : definition.rules()) {
            Set<Integer> asked = new HashSet<>();
            collect(rule.condition(), plans, asked);
            double ruleTestsNs = testsNs(rule.condition());
            testsNs += ruleTestsNs;
            all.addAll(asked);
            rules.add(new SetCost.RuleCost(
                    rule.number(), rule.name(), ruleTestsNs + aggregatesNs(asked, plans, entries)));
        }
        return new SetCost(entries, testsNs + aggregatesNs(all, plans, entries), rules);
    }

    private static void collect(Condition condition, Plans plans, Set<Integer> asked) {
        if (condition instanceof Condition.Found found) {
            asked.add(plans.index(found.aggregate()));
        }
        Trees.parts(condition).forEach(part -> collect(part, plans, asked));
        Trees.expressions(condition).forEach(part -> collect(part, plans, asked));
    }

    private static void collect(Expression expression, Plans plans, Set<Integer> asked) {
        if (expression instanceof Expression.AggregateValue value) {
            asked.add(plans.index(value.aggregate()));
        }
        Trees.parts(expression).forEach(part -> collect(part, plans, asked));
    }

    private static double aggregatesNs(Set<Integer> indexes, Plans plans, int entries) {
        double ns = 0;
        Set<Integer> walks = new HashSet<>();
        Set<Integer> narrow = new HashSet<>();
        Set<Integer> wide = new HashSet<>();
        for (int index : indexes) {
            AggregatePlan plan = plans.all().get(index);
            ns += switch (plan.way()) {
                case KEPT, ALL -> KEPT_NS;
                case NEWER -> KEPT_NS + ENTRY_NS * Math.min(entries, plan.enough());
                case WALK -> entries * stepNs(plan);
            };
            if (plan.way() == Way.WALK) {
                int group = index / AggregateCode.AGGREGATES;
                walks.add(group);
                (AggregateGroup.isNarrow(plan.aggregate()) ? narrow : wide).add(group);
            } else if (plan.way() == Way.KEPT) {
                walks.add(KEPT_WALK);
            }
        }
        narrow.retainAll(wide);
        return ns + walks.size() * (WALK_NS + entries * ENTRY_NS) + narrow.size() * (WALK_NS + entries * AGAIN_NS);
    }

    private static double stepNs(AggregatePlan plan) {
        double ownNs = switch (plan.aggregate().kind()) {
            case DISTINCT, MOST_FREQUENT -> SET_STEP_NS;
            default -> STEP_NS;
        };
        double runningNs = 0;
        for (Condition counted : RunningConditions.of(plan.aggregate().filter())) {
            runningNs += STEP_NS + testsNs(counted);
        }
        return ownNs
                + runningNs
                + testsNs(plan.aggregate().filter())
                + testsNs(plan.aggregate().value());
    }

    private static double testsNs(Condition condition) {
        double ns = 0;
        for (Condition part : Trees.parts(condition)) {
            ns += testsNs(part);
        }
        for (Expression part : Trees.expressions(condition)) {
            ns += testsNs(part);
        }
        double ownNs = condition instanceof Condition.Listed ? LOOK_UP_NS : TEST_NS;
        return Trees.parts(condition).isEmpty() && !condition.equals(Condition.TRUE) ? ns + ownNs : ns;
    }

    private static double testsNs(Expression expression) {
        double ns = 0;
        for (Expression part : Trees.parts(expression)) {
            ns += TEST_NS + testsNs(part);
        }
        if (expression instanceof OnCalendar) {
            return ns + CALENDAR_NS;
        }
        if (expression instanceof Speed) {
            return ns + 2 * LOOK_UP_NS + DISTANCE_NS;
        }
        boolean isLookedUp = expression instanceof TableValue || expression instanceof Expression.Exchanged;
        return isLookedUp ? ns + LOOK_UP_NS : ns;
    }
}
