package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;

/** Decides by a compiled set. Single-threaded; allocates nothing. */
public final class RuleEvaluator {
    private static final int APPROVED_BY_NONE = 0;

    private final CompiledRules rules;
    private final RuleCode[] codes;
    private final Evaluation evaluation;

    /** By rule: its action; not read of a rule with points. */
    private final Action[] actions;

    private final int[] points;

    /** The class and the rules of it that have not been tried. */
    private int unit;

    private long untried;
    private Action action = Action.APPROVE;
    private int pointSum;

    RuleEvaluator(CompiledRules rules) {
        this.rules = rules;
        codes = rules.ruleCodes();
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
        for (unit = 0; unit < codes.length; unit++) {
            RuleCode code = codes[unit];
            for (untried = code.candidates(evaluation); untried != 0; untried &= untried - 1) {
                int rule = Long.numberOfTrailingZeros(untried);
                if (code.holds(rule, evaluation)) {
                    int index = unit * RuleCode.RULES + rule;
                    if (points[index] == 0) {
                        action = actions[index];
                        return index + 1;
                    }
                    pointSum += points[index];
                }
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
        untried = 1L << number - 1;
        return codes[unit].holds((number - 1) % RuleCode.RULES, evaluation);
    }

    /** The aggregates that the rules that are still open ask of a walk. */
    private long needed(int group) {
        long needed = 0;
        for (int i = unit; i < codes.length; i++) {
            RuleCode code = codes[i];
            long open = i == unit ? untried : code.candidates(evaluation);
            for (; open != 0; open &= open - 1) {
                int rule = Long.numberOfTrailingZeros(open);
                long walked = rules.walkedBy(i * RuleCode.RULES + rule)[group];
                if ((walked & ~needed) != 0 && code.isOpen(rule, evaluation)) {
                    needed |= walked;
                }
            }
        }
        return needed;
    }
}
