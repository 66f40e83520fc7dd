package com.hazelcast.certification.scoring;

/** Notified of the work done on the shards that this member owns. Called on partition threads, once a batch; must not block. */
public interface ScoringMeter {
    /** A batch has been scored. */
    void batchScored(int transactionCount, long elapsedNs);

    /** So many transactions have been given that verdict (0: no rule held). */
    void verdictsGiven(int verdict, int count);

    /** So many cards have got their first transaction. */
    void newCards(int count);

    /**
     * Every rule has been evaluated alone on so many transactions, picked to measure it.
     *
     * @param ruleNs time taken by each rule, by its number; the caller will use the array again
     */
    void rulesTimed(int transactionCount, long[] ruleNs);

    /** A batch's outcome has been applied to a backup held here, in that time. */
    void outcomeApplied(int transactionCount, long elapsedNs);

    /** So many outcomes could not be applied to a backup held here; the shard is copied again. */
    void outcomesFailed(int transactionCount);

    /** So many outcomes failed on a backup held here again and again, and were acknowledged all the same. */
    void outcomesGivenUp(int transactionCount);
}
