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
    private static final int ACTIONS = Action.values().length;

    private final RuleSet set;
    private final int[] ruleCounts;
    private final int[] moves = new int[ACTIONS * ACTIONS];
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
            ruleCounts[rules.decide(card, times, payment, outcome, history)]++;
            moves[taken.ordinal() * ACTIONS + rules.action().ordinal()]++;
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            failures++;
            rules = set.newEvaluator();
        }
    }

    /** Adds what was counted to the meter's, and forgets it. */
    void drain(ScoringMeter meter) {
        if (!hasCounted) {
            return;
        }
        meter.shadowed(set, ruleCounts, moves, failures);
        Arrays.fill(ruleCounts, 0);
        Arrays.fill(moves, 0);
        failures = 0;
        hasCounted = false;
    }
}
