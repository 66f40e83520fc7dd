package com.hazelcast.certification.scoring;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Action;

/** Notified of the work done on the shards that this member owns. Called on partition threads, once a batch; must not block. */
public interface ScoringMeter {
    /** A batch has been scored. */
    void batchScored(int transactionCount, long elapsedNs);

    /**
     * So many transactions have been given that verdict.
     *
     * @param set whose decision it is
     * @param verdict its code
     */
    void verdictsGiven(RuleSet set, int verdict, int count);

    /**
     * A set has run in the shadow.
     *
     * @param ruleCounts by number of the rule that would have decided, 0: none
     * @param moves from each action that was taken (times the number of actions) to each that the set would have taken
     * @param failures transactions on which it has failed; the caller will use the arrays again
     */
    void shadowed(RuleSet set, int[] ruleCounts, int[] moves, int failures);

    /**
     * A set in the shadow would have given a transaction another action; at most once a batch for each two actions.
     *
     * @param rule number of the rule that would have decided; 0: none, or points
     */
    void shadowMoved(RuleSet set, Action taken, Action shadow, int rule, long card, long times, long payment);

    /** So many cards have got their first transaction. */
    void newCards(int count);

    /**
     * Every rule has been evaluated alone on so many transactions, picked to measure it.
     *
     * @param set whose rules
     * @param ruleNs time taken by each rule, by its number; the caller will use the array again
     */
    void rulesTimed(RuleSet set, int transactionCount, long[] ruleNs);

    /** A batch's outcome has been applied to a backup held here, in that time. */
    void outcomeApplied(int transactionCount, long elapsedNs);

    /** So many outcomes could not be applied to a backup held here; the shard is copied again. */
    void outcomesFailed(int transactionCount);

    /** So many outcomes failed on a backup held here again and again, and were acknowledged all the same. */
    void outcomesGivenUp(int transactionCount);
}
