package com.hazelcast.certification.scoring;

import static com.hazelcast.certification.scoring.OwnerAndBackup.AT_MS;
import static com.hazelcast.certification.scoring.OwnerAndBackup.CARDS;
import static com.hazelcast.certification.scoring.OwnerAndBackup.FIRST_CARD;
import static com.hazelcast.certification.scoring.OwnerAndBackup.ID;
import static com.hazelcast.certification.scoring.OwnerAndBackup.ROUND;
import static com.hazelcast.certification.scoring.OwnerAndBackup.SIZE;
import static com.hazelcast.certification.scoring.OwnerAndBackup.START_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.BrokenCard;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.KeptWindows;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** What a batch leaves on a backup, after it has travelled there. */
class ApplyOutcomeTest {
    private static final int FULL_ENTRIES = 5;

    private final OwnerAndBackup both = new OwnerAndBackup();
    private final HistoryShard owner = both.owner;
    private final HistoryShard backup = both.backup;

    @Test
    void shouldLeaveABackupAsItsOwnerIs() throws IOException {
        for (int batch = 0; batch < 20; batch++) {
            byte[] transactions = OwnerAndBackup.transactions(500, batch * 7_000);
            both.apply(backup, transactions, both.score(transactions));

            assertThat(backup.digest()).isEqualTo(owner.digest());
            KeptWindows.assertAgree(backup);
            KeptWindows.assertAgree(owner);
        }
        assertThat(backup.heldCount()).isEqualTo(owner.heldCount()).isPositive();
        assertThat(backup.expiredCount()).as("the batches span 97 days").isEqualTo(owner.expiredCount());
        assertThat(backup.expiredCount()).isPositive();
        assertThat(both.meter.applied).isEqualTo(20 * 500);
    }

    /** Of each 64 batches one is timed, rule by rule: whichever it is, it leaves the same on both. */
    @Test
    void shouldLeaveABackupAsItsOwnerIsWhicheverBatchIsTimed() throws IOException {
        int horizonMinutes = 90 * 24 * 60;
        for (int fillers = 0; fillers < 64; fillers++) {
            BatchScorer one = new BatchScorer();
            HistoryShard own = fullAfter(FULL_ENTRIES);
            HistoryShard copy = fullAfter(FULL_ENTRIES);
            for (int minute = 0; minute <= FULL_ENTRIES; minute++) {
                scoreAndApply(one, own, copy, FIRST_CARD, minute);
            }
            for (int i = 0; i < fillers; i++) {
                scoreAndApply(one, own, copy, FIRST_CARD + 1 + i % (CARDS - 1), FULL_ENTRIES + 1 + i);
            }
            // The card has dropped an entry for lack of room, and drops two that are 90 days older now.
            scoreAndApply(one, own, copy, FIRST_CARD, horizonMinutes + 2);

            assertThat(copy.digest()).as("%d batches before", fillers).isEqualTo(own.digest());
            assertThat(copy.expiredCount()).isEqualTo(own.expiredCount());
            KeptWindows.assertAgree(copy);
            KeptWindows.assertAgree(own);
        }
    }

    private static HistoryShard fullAfter(int entries) {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), entries, CARDS);
        shard.install();
        return shard;
    }

    private void scoreAndApply(BatchScorer one, HistoryShard own, HistoryShard copy, long card, int minute)
            throws IOException {
        byte[] transactions = new byte[SIZE];
        OwnerAndBackup.put(transactions, 0, card, minute, 7);
        short[] answers = new short[1];
        one.score(own, START_MS, transactions, 1, answers);
        both.apply(one, copy, transactions, answers, one.placedOnly());
    }

    /** What the log of the owner has, and that of a backup: applied once, or again to a snapshot that has it already. */
    @Test
    void shouldLeaveAShardThatIsReadFromTheLogAsItsOwnerIs() throws IOException {
        HistoryShard fromOwner = OwnerAndBackup.shard();
        HistoryShard fromBackup = OwnerAndBackup.shard();
        for (int batch = 0; batch < 20; batch++) {
            byte[] transactions = OwnerAndBackup.transactions(500, batch * 7_000);
            short[] answers = both.score(transactions);
            byte[] record = both.record(transactions, answers);
            byte[] ofBackup = OutcomeRecord.encodeCopy(
                    AT_MS,
                    ID,
                    ROUND,
                    Answer.scoredOf(answers),
                    new BitSet(),
                    new BitSet(),
                    both.scorer.prompt(),
                    transactions,
                    answers.length);
            OutcomeRecord.replay(fromOwner, ByteBuffer.wrap(record));
            OutcomeRecord.replay(fromOwner, ByteBuffer.wrap(record));
            OutcomeRecord.replay(fromBackup, ByteBuffer.wrap(ofBackup));

            assertThat(fromOwner.digest()).isEqualTo(owner.digest());
            assertThat(fromBackup.digest()).isEqualTo(owner.digest());
            KeptWindows.assertAgree(fromOwner);
            KeptWindows.assertAgree(fromBackup);
        }
        assertThat(fromOwner.expiredCount()).isEqualTo(owner.expiredCount()).isPositive();
        assertThat(fromOwner.epoch().round()).isEqualTo(ROUND);
        assertThat(fromOwner.batches().scoredBy(ID.origin(), ID.number()))
                .isEqualTo(owner.batches().scoredBy(ID.origin(), ID.number()));
        assertThatThrownBy(() -> OutcomeRecord.replay(OwnerAndBackup.shard(), ByteBuffer.wrap(new byte[] {9})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 9");
        byte[] whole = OutcomeRecords.byOwner(AT_MS, OwnerAndBackup.transactions(70, 0));
        for (int missing : new int[] {1, TransactionLayout.TRANSACTION_SIZE_BYTES - 1}) {
            assertThatThrownBy(() -> OutcomeRecord.replay(
                            OwnerAndBackup.shard(), ByteBuffer.wrap(whole, 0, whole.length - missing)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ends within a transaction");
        }
    }

    /** The table grows while a group is applied, and what was located of cards that it held has moved. */
    @Test
    void shouldLeaveABackupAsItsOwnerIsWhenTheTableGrows() throws IOException {
        int count = 50 * CARDS;
        byte[] transactions = new byte[count * SIZE];
        for (int i = 0; i < count; i++) {
            // A new card, and then one that an earlier group has brought.
            OwnerAndBackup.put(transactions, i, FIRST_CARD + (i % 2 == 0 ? i / 2 : i / 4), i, i % 900);
        }

        both.apply(backup, transactions, both.score(transactions));

        assertThat(backup.digest()).isEqualTo(owner.digest());
        for (int i = 0; i < count; i += 2) {
            // Card n comes at 2n as a new one, and at 4n + 1 and 4n + 3 as a known one, if these are there.
            int known = 2 * i + 1 >= count ? 0 : 2;
            assertThat(backup.entryCount(FIRST_CARD + i / 2)).isEqualTo(1 + known);
        }
    }

    @Test
    void shouldChangeNothingWhenItComesAgain() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(500, 0);
        short[] answers = both.score(transactions);
        both.apply(backup, transactions, answers);
        both.apply(backup, transactions, answers);

        assertThat(backup.digest()).isEqualTo(owner.digest());
        assertThat(backup.heldCount()).isEqualTo(owner.heldCount());
    }

    @Test
    void shouldBringWhatABackupHasMissedWithTheDuplicate() throws IOException {
        both.score(OwnerAndBackup.transactions(100, 0));
        byte[] again = OwnerAndBackup.transactions(100, 0);

        short[] answers = both.score(again);

        for (short answer : answers) {
            assertThat(Answer.isDuplicate(answer)).isTrue();
        }
        both.apply(backup, again, answers);
        assertThat(backup.digest()).isEqualTo(owner.digest());
    }

    @Test
    void shouldLeaveOutWhatTheOwnerRejected() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(3, 0);
        short[] answers = both.score(transactions);
        answers[1] = Answer.rejected(Rejection.MEMORY_FULL);

        both.apply(backup, transactions, answers);

        assertThat(backup.heldCount()).isEqualTo(2);
        assertThat(backup.holds(TransactionLayout.cardAt(transactions, SIZE)))
                .isEqualTo(TransactionLayout.cardAt(transactions, SIZE) == TransactionLayout.cardAt(transactions, 0)
                        || TransactionLayout.cardAt(transactions, SIZE)
                                == TransactionLayout.cardAt(transactions, 2 * SIZE));
    }

    @Test
    void shouldDropWhatIsTooOldForATransactionWhoseScoringFailed() throws IOException {
        byte[] first = new byte[SIZE];
        OwnerAndBackup.put(first, 0, FIRST_CARD, 0, 10);
        both.apply(backup, first, both.score(first));
        byte[] failed = new byte[SIZE];
        OwnerAndBackup.put(failed, 0, FIRST_CARD, 91 * 24 * 60, 10);
        BitSet placedOnly = new BitSet();
        placedOnly.set(0);

        both.apply(backup, failed, new short[] {Answer.rejected(Rejection.UNPROCESSABLE)}, placedOnly);

        assertThat(backup.heldCount()).isZero();
        assertThat(backup.expiredCount()).isEqualTo(1);
    }

    @Test
    void shouldRecordWhatTheBatchHasScoredForWhoeverOwnsTheShardNext() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(5, 0);
        short[] answers = both.score(transactions);
        answers[2] = Answer.rejected(Rejection.MEMORY_FULL);
        answers[3] = Answers.duplicate(0);

        both.apply(backup, transactions, answers);

        assertThat(backup.batches().scoredBy(ID.origin(), ID.number()).stream()).containsExactly(0, 1, 4);
    }

    @Test
    void shouldBeABackupWhateverItWasBefore() throws IOException {
        long tenure = backup.copies().tenure(7, () -> 1);
        assertThat(backup.copies().complete(7, tenure)).isTrue();

        byte[] transactions = OwnerAndBackup.transactions(1, 0);
        both.apply(backup, transactions, both.score(transactions));

        assertThat(backup.copies().isComplete(7)).isFalse();
        assertThat(backup.epoch().round()).isEqualTo(ROUND);
    }

    @Test
    void shouldDoNothingWhereTheShardHasNotBeenCopiedYet() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(5, 0);

        both.apply(null, transactions, both.score(transactions));

        assertThat(both.meter.applied).isZero();
    }

    /** Answers go out when the backups acknowledge: one that has nothing must not. */
    @Test
    void shouldNotAcknowledgeWhereTheOwnerCountsACopyThatIsNotThere() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(5, 0);
        short[] answers = both.score(transactions);
        HistoryShard onlyLoaded = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, CARDS);
        both.isConfirmed = true;

        assertThatThrownBy(() -> both.apply(null, transactions, answers))
                .isInstanceOf(OutcomeNotAppliedException.class);
        assertThatThrownBy(() -> both.apply(onlyLoaded, transactions, answers))
                .isInstanceOf(OutcomeNotAppliedException.class);
        both.apply(backup, transactions, answers);

        assertThat(backup.digest()).isEqualTo(owner.digest());
        assertThat(onlyLoaded.heldCount()).isZero();
    }

    @Test
    void shouldApplyAllButTheOneThatFailsAndAcknowledgeItTheThirdTime() throws IOException {
        byte[] first = OwnerAndBackup.transactions(200, 0);
        both.apply(backup, first, both.score(first));
        long card = TransactionLayout.cardAt(first, 0);
        HistoryShard broken = BrokenCard.in(backup, card);
        byte[] second = new byte[3 * SIZE];
        OwnerAndBackup.put(second, 0, card + 1, 500, 10);
        OwnerAndBackup.put(second, 1, card, 501, 10);
        OwnerAndBackup.put(second, 2, card + 2, 502, 10);
        short[] answers = both.score(second);
        int before = broken.entryCount(card + 1) + broken.entryCount(card + 2);

        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> both.apply(broken, second, answers))
                    .isInstanceOf(OutcomeNotAppliedException.class);
        }
        assertThat(both.meter.failed).isEqualTo(2);
        assertThat(both.meter.givenUp).isZero();
        both.apply(broken, second, answers);

        assertThat(both.meter.givenUp).isEqualTo(1);
        assertThat(broken.entryCount(card + 1) + broken.entryCount(card + 2)).isEqualTo(before + 2);
    }
}
