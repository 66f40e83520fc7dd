package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.BrokenCard;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches on a shard, also one of which the history of one card cannot be read, and one that was swept. */
class BatchScorerTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final long DAY_MS = HistoryLimits.DAY_MS;
    private static final int CARDS = 200;
    private static final long CARD = 17_721_000;
    private static final long OTHER = CARD + 1;

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
        return score(shard, transactions, START_MS);
    }

    private short[] score(HistoryShard shard, byte[] transactions, long nowMs) {
        short[] answers = new short[CARDS];
        scorer.score(shard, nowMs, transactions, CARDS, answers);
        return answers;
    }

    @ParameterizedTest
    @CsvSource({"-3600000, true", "0, true", "60000, true", "60001, false", "7776000000, false"})
    void shouldRecordWhatIsDecidedWithinAMinuteAndKeepItWhenItComesAgain(long delayMs, boolean isPrompt) {
        HistoryShard shard = shard();
        short[] first = score(shard, transactions(START_MS), START_MS + delayMs);
        long digest = shard.digest();

        short[] again = score(shard, transactions(START_MS), START_MS + (isPrompt ? 1_000_000 : 0));

        for (int card = 0; card < CARDS; card++) {
            assertThat(Answer.isScored(first[card])).isTrue();
            assertThat(Answer.isDuplicate(again[card])).isTrue();
            CardHistory history = shard.open(17_721_000 + card);
            history.rewind();
            assertThat(history.next()).isTrue();
            assertThat(history.isPrompt()).isEqualTo(isPrompt);
        }
        assertThat(shard.digest()).isEqualTo(digest);
        assertThat(scorer.prompt().cardinality()).isEqualTo(isPrompt ? CARDS : 0);
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

    /** A transaction of that card at a time, decided at another; both in ms after the start. */
    private short pay(HistoryShard shard, long card, long afterMs, long decidedAfterMs) {
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(
                transaction,
                0,
                card,
                TransactionLayout.times(START_MS + afterMs, 107, 107),
                TransactionLayout.payment(100, 1, 494),
                TransactionLayout.outcome(9_691, 0));
        short[] answers = new short[1];
        scorer.score(shard, START_MS + decidedAfterMs, transaction, 1, answers);
        return answers[0];
    }

    /** A shard whose cards have paid on the first day and 50 days later, and another one after 92 days. */
    private HistoryShard paid() {
        HistoryShard shard = shard();
        assertThat(Answer.isScored(pay(shard, CARD, 0, 0))).isTrue();
        assertThat(Answer.isScored(pay(shard, CARD, 50 * DAY_MS, 50 * DAY_MS))).isTrue();
        assertThat(Answer.isScored(pay(shard, OTHER, 92 * DAY_MS, 92 * DAY_MS))).isTrue();
        return shard;
    }

    @Test
    void shouldScoreNothingAgainThatASweepHasDroppedFromACardWithNewerTransactions() {
        HistoryShard shard = paid();
        assertThat(Answer.isDuplicate(pay(shard, CARD, 0, 92 * DAY_MS))).isTrue();
        HistoryShard.Swept swept = shard.sweep(0, CardHash.POSITIONS, START_MS + 92 * DAY_MS, 7 * DAY_MS);
        assertThat(swept.expired()).isEqualTo(1);

        assertThat(pay(shard, CARD, 0, 92 * DAY_MS)).isEqualTo(Answer.rejected(Rejection.TOO_OLD));
        assertThat(pay(shard, CARD, 2 * DAY_MS, 92 * DAY_MS)).isEqualTo(Answer.rejected(Rejection.TOO_OLD));
        assertThat(shard.entryCount(CARD)).isEqualTo(1);
        // What is not that old, and came never, is only late.
        assertThat(Answer.isScored(pay(shard, CARD, 2 * DAY_MS + 1, 92 * DAY_MS)))
                .isTrue();
    }

    /** Neither is by itself the time of a sweep. */
    @Test
    void shouldTakeLateTransactionsWhereOnlyTheClockOrOneTransactionIsAhead() {
        HistoryShard shard = paid();
        assertThat(Answer.isScored(pay(shard, CARD, 3 * DAY_MS, 1_000 * DAY_MS)))
                .isTrue();
        assertThat(Answer.isScored(pay(shard, CARD, DAY_MS, 50 * DAY_MS))).isTrue();
        // Nothing is newer.
        assertThat(Answer.isScored(pay(shard, OTHER + 1, 0, 92 * DAY_MS))).isTrue();
        assertThat(Answer.isScored(pay(shard, OTHER + 1, DAY_MS, 92 * DAY_MS))).isTrue();
    }
}
