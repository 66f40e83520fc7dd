package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import java.util.Arrays;

/** Decides by a compiled set. Single-threaded; allocates nothing. */
public final class RuleEvaluator {
    private static final int APPROVED_BY_NONE = 0;

    private final CompiledRules rules;
    private final RuleCode[] codes;
    private final Evaluation evaluation;

    /** By rule: its action; not read of a rule with points. */
    private final Action[] actions;

    private final int[] points;

    /** By class: its rules that may hold by the transaction alone. Found for the first {@link #opened} classes. */
    private final long[] open;

    private int opened;

    /** The class whose rules are tried. */
    private int unit;

    private Action action = Action.APPROVE;
    private int pointSum;

    RuleEvaluator(CompiledRules rules) {
        this.rules = rules;
        codes = rules.ruleCodes();
        open = new long[codes.length];
        evaluation = rules.newEvaluation(this::needed);
        actions = rules.definition().rules().stream()
                .map(rule -> rule.action().orElse(Action.APPROVE))
                .toArray(Action[]::new);
        points = rules.definition().rules().stream()
                .mapToInt(RuleDefinition::points)
                .toArray();
    }

    /**
     * The number of the rule that decides, or 0 when none does. {@link #action} and {@link #points} say more about this call.
     *
     * @param times as {@code TransactionLayout} packs them, like payment and outcome; the outcome's verdict is not read
     * @param earlier the card's other transactions, inside the 90 days before this one and newest first; it is rewound as
     *     often as needed and left anywhere
     */
    public int decide(long card, long times, long payment, int outcome, HistoryCursor earlier) {
        evaluation.set(card, times, payment, outcome, earlier);
        pointSum = 0;
        opened = 0;
        for (unit = 0; unit < codes.length; unit++) {
            long untried = openOf(unit);
            while (untried != 0) {
                int rule = codes[unit].first(untried, evaluation);
                if (rule == RuleCode.NONE) {
                    break;
                }
                int index = unit * RuleCode.RULES + rule;
                if (points[index] == 0) {
                    action = actions[index];
                    return index + 1;
                }
                pointSum += points[index];
                untried &= -2L << rule;
            }
        }
        action = pointSum == 0 ? Action.APPROVE : rules.definition().actionOf(pointSum);
        return APPROVED_BY_NONE;
    }

    /** What was decided. */
    public Action action() {
        return action;
    }

    /** Sum of the points of the rules that held. */
    public int points() {
        return pointSum;
    }

    /** Whether a rule holds when it is tried alone. Parameters as of {@link #decide}; costs a look at the transaction of its own. */
    public boolean holds(int number, long card, long times, long payment, int outcome, HistoryCursor earlier) {
        evaluation.set(card, times, payment, outcome, earlier);
        unit = (number - 1) / RuleCode.RULES;
        int rule = (number - 1) % RuleCode.RULES;
        Arrays.fill(open, 0);
        opened = codes.length;
        open[unit] = codes[unit].open(evaluation) & 1L << rule;
        return open[unit] != 0 && codes[unit].first(open[unit], evaluation) == rule;
    }

    private long openOf(int of) {
        for (; opened <= of; opened++) {
            open[opened] = codes[opened].open(evaluation);
        }
        return open[of];
    }

    /** The aggregates that the rules that are still open ask of a walk. */
    private long needed(int group) {
        long needed = 0;
        for (int i = unit; i < codes.length; i++) {
            needed |= rules.walkedBy(group, i, i == unit ? open[i] & -1L << evaluation.trying : openOf(i));
        }
        return needed;
    }
}
