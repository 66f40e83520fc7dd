package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.loading.SyntheticShards;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One side of {@link RuleThroughput}: shards of its own, and rules that decide on them. It takes the steps of {@code
 * BatchScorer} with a transaction that has no reference: looks a group of cards up together, and for each transaction opens the
 * card, finds the place, decides, records transaction and verdict, writes the verdict beside the transaction and answers. Both
 * sides run this same code. Single-threaded; scoring allocates nothing.
 */
final class ScoringSide {
    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;

    private final Rules rules;
    private final HistoryShard[] shards;
    private final byte[] transactions;
    private final short[] answers;
    private long touched;

    /** The rules of a side: the number of the one that decides, or 0. Parameters as of {@code RuleEvaluator.decide}. */
    @FunctionalInterface
    interface Rules {
        int decide(long card, long times, long payment, int outcome, HistoryCursor earlier);
    }

    /** A side with shards as they are made. */
    ScoringSide(Rules rules, SyntheticShards synthetic, int transactionsPerRound) {
        this.rules = rules;
        shards = IntStream.range(0, synthetic.count()).mapToObj(synthetic::make).toArray(HistoryShard[]::new);
        transactions = new byte[transactionsPerRound * SIZE_BYTES];
        answers = new short[transactionsPerRound];
    }

    /** Scores a round; returns how long that took, in ns. */
    long score(RoundOfBatches round) {
        round.copyTo(transactions);
        Arrays.fill(answers, Answer.NONE);
        long beginNs = System.nanoTime();
        int first = 0;
        for (int batch = 0; batch < round.batchCount(); batch++) {
            int end = first + round.size(batch);
            scoreBatch(shards[round.shard(batch)], first, end);
            first = end;
        }
        return System.nanoTime() - beginNs;
    }

    private void scoreBatch(HistoryShard shard, int first, int end) {
        for (int group = first; group < end; group += HistoryShard.LOCATE_MAX) {
            int count = Math.min(HistoryShard.LOCATE_MAX, end - group);
            touched += shard.locate(transactions, group * SIZE_BYTES, count);
            for (int i = 0; i < count; i++) {
                answers[group + i] = scoreOne(shard, i, (group + i) * SIZE_BYTES);
            }
        }
    }

    private short scoreOne(HistoryShard shard, int indexInGroup, int offset) {
        long card = TransactionLayout.cardAt(transactions, offset);
        long times = TransactionLayout.timesAt(transactions, offset);
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        CardHistory history = shard.openKnown(indexInGroup, card);
        boolean isNewCard = history == null;
        if (history == null) {
            history = shard.openNew(indexInGroup, card);
            if (history == null) {
                return Answer.rejected(Rejection.MEMORY_FULL);
            }
        }
        int placement = history.place(times, payment, outcome, 0);
        if (Placement.isDuplicate(placement)) {
            return Answer.duplicate(placement, placement != 0);
        }
        if (placement == Placement.TOO_OLD) {
            return Answer.rejected(Rejection.TOO_OLD);
        }
        if (history.isFullOfNewer()) {
            return Answer.rejected(Rejection.MEMORY_FULL);
        }
        int rule = rules.decide(card, times, payment, outcome, history);
        long timeMs = TransactionLayout.timeMs(times);
        // Decided at its own time.
        boolean isPrompt = HistoryLimits.isPrompt(timeMs, timeMs);
        history.record(times, payment, outcome, rule, 0, HistoryFlags.of(payment), isPrompt);
        TransactionLayout.put(transactions, offset, card, times, payment, outcome);
        TransactionLayout.putVerdict(transactions, offset, rule);
        return isNewCard ? Answer.scoredNewCard(rule, rule != 0) : Answer.scored(rule, rule != 0);
    }

    /** Transactions of the last round that were scored, and not rejected. */
    int countScored() {
        int scored = 0;
        for (short answer : answers) {
            scored += Answer.isScored(answer) ? 1 : 0;
        }
        return scored;
    }

    /** Transactions of the last round that a rule has decided. */
    int countFlagged() {
        int flagged = 0;
        for (short answer : answers) {
            flagged += Answer.isFlagged(answer) ? 1 : 0;
        }
        return flagged;
    }

    /** Index of the first transaction of the last round that the other side has answered otherwise; -1: there is none. */
    int firstDifference(ScoringSide other) {
        return Arrays.mismatch(answers, other.answers);
    }

    /** What the last round's transaction of that index was answered, for people. */
    String answer(int index) {
        short answer = answers[index];
        if (Answer.isRejected(answer)) {
            return "rejected: " + Answer.rejection(answer).label();
        }
        return (Answer.isDuplicate(answer) ? "duplicate, rule " : "rule ") + Answer.verdict(answer);
    }

    /** A sum that keeps the touching loads alive; without meaning. */
    long touched() {
        return touched;
    }
}
