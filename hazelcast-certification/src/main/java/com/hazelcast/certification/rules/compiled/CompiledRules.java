package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.compiled.AggregatePlan.Way;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * A set of rules as classes of its own. Immutable, thread-safe; making one costs some milliseconds. Its classes go with it.
 */
public final class CompiledRules {
    /** Entries that a history may show, with the transaction itself. */
    static final int ENTRIES_MAX = HistoryLimits.ENTRIES_PER_CARD_CEILING + 1;

    /** Rules whose subsets are in a table together. */
    private static final int FOUR = 4;

    private final RuleSetDefinition definition;
    private final RuleCode[] ruleCodes;
    private final AggregateCode[] aggregateCodes;
    private final AggregateGroup[] groups;
    private final AggregatePlan[] plans;

    /**
     * By group: for each four rules, and for each of their subsets as bits, the aggregates of the group that a walk finds for them, as
     * bits. Four at a time: which are needed is asked for each walk, of all rules that are still open.
     */
    private final long[][] walked;

    private final int runningCount;

    private CompiledRules(
            RuleSetDefinition definition,
            RuleCode[] ruleCodes,
            AggregateCode[] aggregateCodes,
            AggregateGroup[] groups,
            Plans plans,
            long[][] walked) {
        this.definition = definition;
        this.ruleCodes = ruleCodes;
        this.aggregateCodes = aggregateCodes;
        this.groups = groups;
        this.plans = plans.all().toArray(AggregatePlan[]::new);
        this.walked = walked;
        this.runningCount = plans.runningCount();
    }

    /** Compiles a set. */
    public static CompiledRules of(RuleSetDefinition definition) {
        Plans plans = new Plans(definition);
        List<RuleShape> shapes = definition.rules().stream()
                .map(rule -> new RuleShape(rule.condition(), plans))
                .toList();
        List<RuleCode> ruleCodes = new ArrayList<>();
        for (int from = 0; from < shapes.size(); from += RuleCode.RULES) {
            ruleCodes.add(RuleClass.write(shapes.subList(from, Math.min(shapes.size(), from + RuleCode.RULES)), plans));
        }
        List<AggregateCode> aggregateCodes = new ArrayList<>();
        List<AggregateGroup> groups = new ArrayList<>();
        int aggregates = plans.all().size();
        for (int from = 0; from < aggregates; from += AggregateCode.AGGREGATES) {
            List<AggregatePlan> group =
                    plans.all().subList(from, Math.min(aggregates, from + AggregateCode.AGGREGATES));
            AggregateGroup of = new AggregateGroup(group);
            aggregateCodes.add(AggregateClass.write(group, from, plans, of.totals()));
            groups.add(of);
        }
        return new CompiledRules(
                definition,
                ruleCodes.toArray(RuleCode[]::new),
                aggregateCodes.toArray(AggregateCode[]::new),
                groups.toArray(AggregateGroup[]::new),
                plans,
                walked(shapes, aggregateCodes.size()));
    }

    private static long[][] walked(List<RuleShape> shapes, int groups) {
        int fours = (shapes.size() + FOUR - 1) / FOUR;
        long[][] walked = new long[groups][fours << FOUR];
        for (int rule = 0; rule < shapes.size(); rule++) {
            for (int subset = 0; subset < 1 << FOUR; subset++) {
                if ((subset & 1 << rule % FOUR) != 0) {
                    for (int index : shapes.get(rule).walked) {
                        walked[index >> 6][rule / FOUR << FOUR | subset] |= 1L << index;
                    }
                }
            }
        }
        return walked;
    }

    /** What was compiled. */
    public RuleSetDefinition definition() {
        return definition;
    }

    /** Aggregates, each counted once however many rules ask for it, and of these the ones that need a walk. */
    public String describe() {
        long walking = 0;
        for (AggregatePlan plan : plans) {
            walking += plan.way() == Way.WALK ? 1 : 0;
        }
        return plans.length + " aggregates, of which " + walking + " need a walk";
    }

    /** For one thread. */
    public RuleEvaluator newEvaluator() {
        return new RuleEvaluator(this);
    }

    RuleCode[] ruleCodes() {
        return ruleCodes;
    }

    Evaluation newEvaluation(Evaluation.OpenRules openRules) {
        return new Evaluation(plans, aggregateCodes, groups, runningCount, openRules, EmptyHistory.INSTANCE);
    }

    /**
     * The aggregates of a group that a walk finds for some rules, as bits.
     *
     * @param unit the class of the rules
     * @param some as bits
     */
    long walkedBy(int group, int unit, long some) {
        long[] byFour = walked[group];
        long aggregates = 0;
        int four = unit * (RuleCode.RULES / FOUR);
        for (long rest = some; rest != 0; rest >>>= FOUR) {
            aggregates |= byFour[four++ << FOUR | (int) rest & (1 << FOUR) - 1];
        }
        return aggregates;
    }
}
