package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import org.junit.jupiter.api.Test;

/** Transactions of cards without a history: who may open one, and how it is said. */
class NewCardsTest {
    private static final long KNOWN = 1;
    private static final long NEW = 2;
    private static final long TIME_MS = 1_798_967_585_307L;

    private final HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 100, 10);

    private short[] score(BatchScorer scorer, byte[] transactions) {
        int count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        short[] answers = new short[count];
        scorer.score(shard, TIME_MS, transactions, count, answers);
        return answers;
    }

    private static byte[] transactions(int second, long... cards) {
        byte[] transactions = new byte[cards.length * TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < cards.length; i++) {
            TransactionLayout.put(
                    transactions,
                    i * TransactionLayout.TRANSACTION_SIZE_BYTES,
                    cards[i],
                    TransactionLayout.times(TIME_MS + second * 1_000L, 107, 107),
                    TransactionLayout.payment(100, 1, 494),
                    TransactionLayout.outcome(9_691, 0));
        }
        return transactions;
    }

    private static byte[] knownOnly(byte[] transactions) {
        for (int at = 0; at < transactions.length; at += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            OutcomeLayout.setKnownOnly(transactions, at);
        }
        return transactions;
    }

    @Test
    void shouldSayWhichTransactionOpenedACard() {
        short[] answers = score(new BatchScorer(), transactions(0, KNOWN, KNOWN, NEW));
        assertThat(Answer.isNewCard(answers[0])).isTrue();
        assertThat(Answer.isScored(answers[0])).isTrue();
        assertThat(Answer.isDuplicate(answers[0])).isFalse();
        assertThat(Answer.isRejected(answers[0])).isFalse();
        assertThat(Answer.isDuplicate(answers[1])).isTrue();
        assertThat(Answer.isNewCard(answers[2])).isTrue();
    }

    @Test
    void shouldScoreOnlyKnownCardsForAClientWithoutQuota() {
        score(new BatchScorer(), transactions(0, KNOWN));

        short[] answers = score(new BatchScorer(), knownOnly(transactions(1, KNOWN, NEW)));

        assertThat(Answer.isScored(answers[0])).isTrue();
        assertThat(Answer.rejection(answers[1])).isEqualTo(Rejection.NEW_CARD_QUOTA);
        assertThat(shard.holds(NEW)).isFalse();
    }

    @Test
    void shouldStoreNoFlag() {
        score(new BatchScorer(), transactions(0, KNOWN));
        byte[] batch = knownOnly(transactions(1, KNOWN));
        score(new BatchScorer(), batch);

        assertThat(TransactionLayout.timesAt(batch, 0))
                .as("on its way to the backup")
                .isEqualTo(TransactionLayout.timesAt(transactions(1, KNOWN), 0));
        assertThat(Answer.isDuplicate(score(new BatchScorer(), transactions(1, KNOWN))[0]))
                .isTrue();
        assertThat(Answer.isDuplicate(score(new BatchScorer(), knownOnly(transactions(1, KNOWN)))[0]))
                .isTrue();
    }

    @Test
    void shouldRejectUnknownCardsWhenConfigured() {
        score(new BatchScorer(), transactions(0, KNOWN));

        short[] answers = score(new BatchScorer(UnknownCards.REJECT), transactions(1, KNOWN, NEW));

        assertThat(Answer.isScored(answers[0])).isTrue();
        assertThat(Answer.rejection(answers[1])).isEqualTo(Rejection.UNKNOWN_CARD);
        assertThat(shard.holds(NEW)).isFalse();
    }
}
