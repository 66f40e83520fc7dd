package com.hazelcast.certification.routing;

/** Whoever handed transactions in receives the answers here. */
public interface AnswerListener {
    /**
     * Some of the listener's transactions for one shard have been answered, in the order in which they were handed in.
     * Called once for each on whatever thread completed the call, a partition thread included: must not block.
     * What it throws is logged; the answers count as given.
     *
     * @param answers holds the {@link com.hazelcast.certification.scoring.Answer answers}
     * @param offset of the first of them
     * @param count how many
     * @param arrivedNs the {@code System.nanoTime()} that was handed in with the transactions
     */
    void answered(short[] answers, int offset, int count, long arrivedNs);
}
