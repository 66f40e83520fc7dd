package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.transaction.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * What became of a transaction.
 *
 * @param action what the caller is to do; null when the transaction was rejected
 * @param rule number of the rule that held; 0: none, the sum of points, or a stand-in
 * @param score what is known of the sum of points, where it has decided
 * @param ruleSet that decided; null: none, or a stand-in
 * @param replayed whether the transaction was held already, and this is its recorded decision
 * @param isStandIn whether the rules were late
 * @param rejection why it was not scored; null when it was
 * @param standIn what a stand-in of this member has answered earlier; null: none did
 * @param tookNs from its arrival to this decision
 */
public record Decision(
        @Nullable Action action,
        int rule,
        Score score,
        @Nullable RuleSet ruleSet,
        boolean replayed,
        boolean isStandIn,
        @Nullable Rejection rejection,
        @Nullable Action standIn,
        long tookNs) {
    /** The source of what the rules have decided. */
    public static final String RULES = "rules";

    static Decision standIn(Action action, long tookNs) {
        return new Decision(action, 0, Score.NONE, null, false, true, null, null, tookNs);
    }

    static Decision rejected(Rejection reason, @Nullable Action standIn, long tookNs) {
        return new Decision(null, 0, Score.NONE, null, false, false, reason, standIn, tookNs);
    }

    /** What has decided, as answers and the access log name it. */
    public String source() {
        return isStandIn ? "stand_in" : RULES;
    }

    /** Whether a stand-in has answered otherwise before; what was rejected has no answer that could differ. */
    public boolean differs() {
        return rejection == null && standIn != null && standIn != action;
    }

    /** The same, given again; the first answer, so it counts as replayed. */
    public Decision again() {
        return new Decision(action, rule, score, ruleSet, true, isStandIn, rejection, standIn, tookNs);
    }
}
