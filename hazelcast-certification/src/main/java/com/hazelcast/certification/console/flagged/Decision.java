package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.rules.live.RulesInUse;

/**
 * How a transaction was decided, as pages show it.
 *
 * @param set number of the set that decided; 0: this member does not know it
 * @param rule number of the rule that decided, in its set; 0: none did
 * @param ruleName its name, {@code points} when their sum has decided, {@code none} when no rule held
 * @param action that was taken, as rules write it; empty: not known
 */
record Decision(int set, int rule, String ruleName, String action) {
    /** @param code of the decision */
    static Decision of(RulesInUse rules, int code) {
        return rules.ruling(code)
                .map(ruling -> new Decision(
                        ruling.set().number(),
                        ruling.rule(),
                        ruling.ruleName(),
                        ruling.action().label()))
                .orElseGet(() -> new Decision(0, 0, "decision " + code, ""));
    }
}
