package com.hazelcast.certification.scoring;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.transaction.CardKey;
import java.util.Optional;

/** The set of rules that a member starts with. */
public final class FirstRules {
    /** Of a member's first set. */
    private static final int FIRST_NUMBER = 1;

    private FirstRules() {}

    /**
     * Compiles the set.
     *
     * @param cardKey by which cards are identified, if they are
     * @param budgetNs what it may cost, unless it is the one that comes with the program
     * @throws IllegalArgumentException with all that is wrong
     */
    public static RuleSet compile(RuleSetText text, Optional<CardKey> cardKey, long budgetNs) {
        boolean isShipped = text.equals(RuleSetText.shipped());
        if (cardKey.isEmpty() && isShipped) {
            return RuleSet.shipped();
        }
        try {
            return RuleSet.of(
                    FIRST_NUMBER,
                    0,
                    text,
                    code -> cardKey.map(key -> key.identify(code)).orElse(code),
                    isShipped ? Long.MAX_VALUE : budgetNs);
        } catch (RuleSetRefusedException e) {
            throw new IllegalArgumentException("the set of rules cannot be used: " + e.getMessage(), e);
        }
    }
}
