package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;
import java.util.Arrays;

/** A set of rules that a thread decides with, and what it has decided since it was last drained. Allocates nothing. */
final class SetScorer {
    private final RuleSet set;
    private final int[] counts;
    private final long[] ruleNs;
    private final boolean declinesNothing;
    private RuleEvaluator rules;
    private Action taken = Action.APPROVE;
    private int sampleCount;

    /** @param declinesNothing whether what the set would decline is approved, as if no rule held */
    SetScorer(RuleSet set, boolean declinesNothing) {
        this.set = set;
        this.declinesNothing = declinesNothing;
        counts = new int[set.codeCount()];
        ruleNs = new long[set.rules().size() + 1];
        rules = set.newEvaluator();
    }

    boolean isOf(RuleSet other, boolean isMilder) {
        return set == other && declinesNothing == isMilder;
    }

    /** After an exception: the evaluator may have stopped half-way. */
    void renew() {
        rules = set.newEvaluator();
    }

    /** The code of the decision, which is counted. */
    int decide(long card, long times, long payment, int outcome, CardHistory history) {
        int rule = rules.decide(card, times, payment, outcome, history);
        taken = rules.action();
        if (declinesNothing && taken == Action.DECLINE) {
            rule = 0;
            taken = Action.APPROVE;
        }
        int code = set.codeOf(rule, taken, rules.points());
        counts[code - set.firstCode()]++;
        return code;
    }

    /** What was decided last. */
    Action action() {
        return taken;
    }

    /** Evaluates each rule alone, and says how many hold. */
    int timeRules(long card, long times, long payment, int outcome, CardHistory history) {
        int holding = 0;
        for (int rule = 1; rule < ruleNs.length; rule++) {
            long beginNs = System.nanoTime();
            holding += rules.holds(rule, card, times, payment, outcome, history) ? 1 : 0;
            ruleNs[rule] += System.nanoTime() - beginNs;
        }
        sampleCount++;
        return holding;
    }

    /** Adds what was counted to the meter's, and forgets it. */
    void drain(ScoringMeter meter) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                meter.verdictsGiven(set, set.firstCode() + i, counts[i]);
                counts[i] = 0;
            }
        }
        if (sampleCount > 0) {
            meter.rulesTimed(set, sampleCount, ruleNs);
            Arrays.fill(ruleNs, 0);
            sampleCount = 0;
        }
    }
}
