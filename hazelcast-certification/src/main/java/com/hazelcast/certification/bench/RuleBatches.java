package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.transaction.TransactionLayout;

/** Scores batches on a shard by a compiled set, as a member would: finds each card, decides, records. For one thread; allocates nothing. */
final class RuleBatches {
    private final RuleEvaluator evaluator;
    private long touched;

    RuleBatches(RuleEvaluator evaluator) {
        this.evaluator = evaluator;
    }

    /** @param transactions compact transactions, all fresh */
    void score(HistoryShard shard, byte[] transactions, int count) {
        for (int first = 0; first < count; first += HistoryShard.LOCATE_MAX) {
            int inGroup = Math.min(HistoryShard.LOCATE_MAX, count - first);
            touched += shard.locate(transactions, first * TransactionLayout.TRANSACTION_SIZE_BYTES, inGroup);
            for (int i = 0; i < inGroup; i++) {
                scoreOne(shard, i, transactions, (first + i) * TransactionLayout.TRANSACTION_SIZE_BYTES);
            }
        }
    }

    private void scoreOne(HistoryShard shard, int indexInGroup, byte[] transactions, int offset) {
        long card = TransactionLayout.cardAt(transactions, offset);
        long times = TransactionLayout.timesAt(transactions, offset);
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        CardHistory history = shard.open(indexInGroup, card);
        if (history == null || history.place(times, payment, outcome, 0) != Placement.FRESH) {
            return;
        }
        int rule = evaluator.decide(card, times, payment, outcome, history);
        history.record(times, payment, outcome, rule, 0, HistoryFlags.of(payment), true);
    }

    /** A sum that keeps the touching loads alive; without meaning. */
    long touched() {
        return touched;
    }
}
