package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.transaction.Refusal;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;

/**
 * Scores batches on a shard: finds each card, runs the rules against its history, and records transaction and verdict.
 *
 * <p>One instance a thread; allocates nothing. The cards of up to {@link HistoryShard#LOCATE_MAX} transactions are looked
 * up together before they are scored, so that their cache misses overlap.
 */
public final class BatchScorer {
    /** Number of verdicts: 0 for "no rule held", then one a rule. */
    public static final int VERDICT_COUNT = 64;

    /**
     * Of so many batches, one has its first transaction evaluated rule by rule, each alone, to see what rules cost: some
     * microseconds, which is well below a thousandth of the time of that many batches.
     */
    static final int BATCHES_PER_RULE_SAMPLE = 64;

    private final CertificationRuleSet rules = new CertificationRuleSet();
    private final int[] verdictCounts = new int[VERDICT_COUNT];
    private final long[] ruleNs = new long[VERDICT_COUNT];
    private int batchesUntilSample = BATCHES_PER_RULE_SAMPLE;
    private int sampleCount;
    private int flaggedCount;
    private int lastFlaggedOffset;
    private long touched;

    /**
     * Scores the transactions in their order.
     *
     * @param transactions compact transactions; the outcome of each that is scored receives its verdict, that of a duplicate
     *     becomes the one that is held
     * @param answers receives one {@link Answer} a transaction
     */
    public void score(HistoryShard shard, byte[] transactions, int count, byte[] answers) {
        if (--batchesUntilSample <= 0 && count > 0) {
            batchesUntilSample = BATCHES_PER_RULE_SAMPLE;
            timeRules(shard, transactions);
        }
        for (int first = 0; first < count; first += HistoryShard.LOCATE_MAX) {
            int group = Math.min(HistoryShard.LOCATE_MAX, count - first);
            int offset = first * TransactionLayout.TRANSACTION_SIZE_BYTES;
            touched += shard.locate(transactions, offset, group);
            for (int i = 0; i < group; i++) {
                answers[first + i] = scoreOne(shard, i, transactions, offset);
                offset += TransactionLayout.TRANSACTION_SIZE_BYTES;
            }
        }
    }

    private void timeRules(HistoryShard shard, byte[] transactions) {
        long card = TransactionLayout.cardAt(transactions, 0);
        if (!shard.holds(card)) {
            return;
        }
        long times = OutcomeLayout.withoutRecycled(TransactionLayout.timesAt(transactions, 0));
        long payment = TransactionLayout.paymentAt(transactions, 0);
        int outcome = TransactionLayout.outcomeAt(transactions, 0);
        CardHistory history = shard.open(card);
        if (history.place(times, payment, outcome) == Placement.FRESH) {
            touched += rules.timeEach(card, times, payment, outcome, history, ruleNs);
            sampleCount++;
        }
    }

    private byte scoreOne(HistoryShard shard, int indexInGroup, byte[] transactions, int offset) {
        long card = TransactionLayout.cardAt(transactions, offset);
        long times = OutcomeLayout.withoutRecycled(TransactionLayout.timesAt(transactions, offset));
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        CardHistory history = shard.open(indexInGroup, card);
        if (history == null) {
            return Answer.refused(Refusal.MEMORY_FULL);
        }
        int placement = history.place(times, payment, outcome);
        if (Placement.isDuplicate(placement)) {
            // As it is held, for a backup that may have missed it.
            TransactionLayout.put(transactions, offset, card, times, payment, history.outcome());
            return Answer.duplicate(placement);
        }
        if (placement == Placement.TOO_OLD) {
            return Answer.refused(Refusal.TOO_OLD);
        }
        int verdict = rules.verdict(card, times, payment, outcome, history);
        verdictCounts[verdict]++;
        if (verdict != 0) {
            flaggedCount++;
            lastFlaggedOffset = offset;
        }
        int recorded = TransactionLayout.withVerdict(outcome, verdict);
        boolean recycled = history.isOutOfMemory();
        if (recycled) {
            history.recycleOldest();
        }
        history.insert(times, payment, recorded, CertificationRuleSet.marksOf(payment));
        long carried = recycled ? OutcomeLayout.withRecycled(times) : times;
        TransactionLayout.put(transactions, offset, card, carried, payment, recorded);
        return Answer.scored(verdict);
    }

    /** Adds the verdicts given and the rules timed since the last call to the meter's, and forgets them. */
    void drainCounts(ScoringMeter meter) {
        for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
            if (verdictCounts[verdict] != 0) {
                meter.verdictsGiven(verdict, verdictCounts[verdict]);
                verdictCounts[verdict] = 0;
            }
        }
        if (sampleCount > 0) {
            meter.rulesTimed(sampleCount, ruleNs);
            Arrays.fill(ruleNs, 0);
            sampleCount = 0;
        }
    }

    /** Adds the last transaction flagged since the last call, if any, to the ring. */
    void drainFlagged(byte[] transactions, FlaggedRing ring) {
        if (flaggedCount > 0) {
            ring.add(transactions, lastFlaggedOffset / TransactionLayout.TRANSACTION_SIZE_BYTES, flaggedCount > 1);
            flaggedCount = 0;
        }
    }

    /** A sum that keeps the touching loads alive; without meaning. */
    public long touched() {
        return touched;
    }
}
