package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;
import java.util.Arrays;

/**
 * A set of rules that runs in the shadow: what it would have decided, against what was decided. It is in no answer, and what it
 * throws is counted and fails nobody's transaction. For one thread; allocates nothing.
 */
final class ShadowScorer {
    private static final Action[] ALL = Action.values();
    private static final int ACTIONS = ALL.length;
    private static final int EXAMPLE_STEP = 4;

    private final RuleSet set;
    private final int[] ruleCounts;
    private final int[] moves = new int[ACTIONS * ACTIONS];

    /** Of each move the last transaction since it was drained: rule, card, times, payment. */
    private final long[] examples = new long[ACTIONS * ACTIONS * EXAMPLE_STEP];

    private RuleEvaluator rules;
    private int failures;
    private boolean hasCounted;

    ShadowScorer(RuleSet set) {
        this.set = set;
        ruleCounts = new int[set.rules().size() + 1];
        rules = set.newEvaluator();
    }

    /** Decides, and counts it against the action that was taken. */
    void compare(Action taken, long card, long times, long payment, int outcome, CardHistory history) {
        hasCounted = true;
        try {
            int rule = rules.decide(card, times, payment, outcome, history);
            ruleCounts[rule]++;
            int move = taken.ordinal() * ACTIONS + rules.action().ordinal();
            moves[move]++;
            if (taken != rules.action()) {
                keep(move * EXAMPLE_STEP, rule, card, times, payment);
            }
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            failures++;
            rules = set.newEvaluator();
        }
    }

    private void keep(int index, int rule, long card, long times, long payment) {
        examples[index] = rule;
        examples[index + 1] = card;
        examples[index + 2] = times;
        examples[index + 3] = payment;
    }

    /** Adds what was counted to the meter's, and forgets it. */
    void drain(ScoringMeter meter) {
        if (!hasCounted) {
            return;
        }
        meter.shadowed(set, ruleCounts, moves, failures);
        for (int move = 0; move < moves.length; move++) {
            Action taken = ALL[move / ACTIONS];
            Action shadow = ALL[move % ACTIONS];
            if (moves[move] > 0 && taken != shadow) {
                int index = move * EXAMPLE_STEP;
                meter.shadowMoved(
                        set,
                        taken,
                        shadow,
                        (int) examples[index],
                        examples[index + 1],
                        examples[index + 2],
                        examples[index + 3]);
            }
        }
        Arrays.fill(ruleCounts, 0);
        Arrays.fill(moves, 0);
        failures = 0;
        hasCounted = false;
    }
}
