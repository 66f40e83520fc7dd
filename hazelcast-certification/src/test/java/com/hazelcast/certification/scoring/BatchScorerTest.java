package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.BrokenCard;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shard of which the history of one card cannot be read. */
class BatchScorerTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final int CARDS = 200;

    private final BatchScorer scorer = new BatchScorer();

    private static byte[] transactions(long timeMs) {
        byte[] transactions = new byte[CARDS * TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int card = 0; card < CARDS; card++) {
            TransactionLayout.put(
                    transactions,
                    card * TransactionLayout.TRANSACTION_SIZE_BYTES,
                    17_721_000 + card,
                    TransactionLayout.times(timeMs, 107, 107),
                    TransactionLayout.payment(100, 1, 494),
                    TransactionLayout.outcome(9_691, 0));
        }
        return transactions;
    }

    private static HistoryShard shard() {
        return new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, CARDS);
    }

    private short[] score(HistoryShard shard, byte[] transactions) {
        short[] answers = new short[CARDS];
        scorer.score(shard, transactions, CARDS, answers);
        return answers;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 130, CARDS - 1})
    void shouldRejectTheCardThatRaisesAnExceptionAndScoreAllOthersAsIfItWereNotThere(int broken) throws IOException {
        HistoryShard whole = shard();
        score(whole, transactions(START_MS));
        HistoryShard hurt = BrokenCard.in(whole, 17_721_000 + broken);

        short[] expected = score(whole, transactions(START_MS + 1_000));
        short[] answers = score(hurt, transactions(START_MS + 1_000));

        expected[broken] = Answer.rejected(Rejection.UNPROCESSABLE);
        assertThat(answers).isEqualTo(expected);
        assertThat(hurt.heldCount()).isEqualTo(whole.heldCount() - 1);
    }

    @Test
    void shouldScoreOnWithTheSameScorer() throws IOException {
        HistoryShard whole = shard();
        score(whole, transactions(START_MS));
        score(BrokenCard.in(whole, 17_721_003), transactions(START_MS + 1_000));

        short[] answers = score(whole, transactions(START_MS + 1_000));

        for (short answer : answers) {
            assertThat(Answer.isScored(answer)).isTrue();
        }
    }
}
