package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.BrokenCard;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.KeptWindows;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.AbstractMap.SimpleEntry;
import java.util.BitSet;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a batch leaves on a backup, after it has travelled there. */
class ApplyOutcomeTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final int SIZE = TransactionLayout.TRANSACTION_SIZE_BYTES;
    private static final int CARDS = 40;
    private static final long FIRST_CARD = 400_000_000_000L;
    private static final int KEY = 5;
    private static final int FULL_ENTRIES = 5;
    private static final long ROUND = 3;
    private static final long AT_MS = 1_767_225_600_123L;
    private static final BatchId ID = new BatchId(11, 22);

    private final Meter meter = new Meter();
    private final FakeMember member = new FakeMember(1);
    private final BatchScorer scorer = new BatchScorer();
    private final HistoryShard owner = shard();
    private final HistoryShard backup = shard();
    private boolean isConfirmed;

    private static final long RUN = 44;

    private final ScoringContext context =
            new ScoringContext(meter, new RulesInUse(RuleSet.shipped()), 1, UnknownCards.ACCEPT, Clock.systemUTC());

    ApplyOutcomeTest() {
        context.register(member.userContext());
        new ShardContext(1, 1).register(member.userContext());
    }

    /** What a backup counts. */
    static final class Meter implements ScoringMeter {
        int applied;
        int failed;
        int givenUp;

        @Override
        public void batchScored(int transactionCount, long elapsedNs) {}

        @Override
        public void verdictsGiven(RuleSet set, int verdict, int count) {}

        @Override
        public void shadowed(RuleSet set, int[] ruleCounts, int[] moves, int failures) {}

        @Override
        public void shadowMoved(
                RuleSet set, Action taken, Action shadow, int rule, long card, long times, long payment) {}

        @Override
        public void newCards(int count) {}

        @Override
        public void rulesTimed(RuleSet set, int transactionCount, long[] ruleNs) {}

        @Override
        public void outcomeApplied(int transactionCount, long elapsedNs) {
            applied += transactionCount;
        }

        @Override
        public void outcomesFailed(int transactionCount) {
            failed += transactionCount;
        }

        @Override
        public void outcomesGivenUp(int transactionCount) {
            givenUp += transactionCount;
        }
    }

    private static HistoryShard shard() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, CARDS);
        shard.install();
        return shard;
    }

    /** So many transactions of random cards, of the minutes from that one on. */
    private static byte[] transactions(int count, int minute) {
        Random random = new Random(minute);
        byte[] transactions = new byte[count * SIZE];
        for (int i = 0; i < count; i++) {
            put(transactions, i, FIRST_CARD + random.nextInt(CARDS), minute + i, random.nextInt(900));
        }
        return transactions;
    }

    private static void put(byte[] transactions, int index, long card, int minute, int amountUnits) {
        TransactionLayout.put(
                transactions,
                index * SIZE,
                card,
                TransactionLayout.times(START_MS + minute * 60_000L, 107, 107),
                TransactionLayout.payment(amountUnits, 1, 494),
                TransactionLayout.outcome(9_691, 0));
    }

    private short[] score(byte[] transactions) {
        short[] answers = new short[transactions.length / SIZE];
        // A minute and a half behind the middle one: half of them are decided promptly.
        long middleMs = TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, answers.length / 2 * SIZE));
        scorer.score(owner, middleMs + 90_000, transactions, answers.length, answers);
        owner.recordBatch(ID.origin(), ID.number(), ID.first(), Answer.scoredOf(answers));
        return answers;
    }

    private void apply(@Nullable HistoryShard held, byte[] transactions, short[] answers) throws IOException {
        apply(held, transactions, answers, scorer.placedOnly());
    }

    private void apply(@Nullable HistoryShard held, byte[] transactions, short[] answers, BitSet placedOnly)
            throws IOException {
        apply(scorer, held, transactions, answers, placedOnly);
    }

    private void apply(
            BatchScorer by, @Nullable HistoryShard held, byte[] transactions, short[] answers, BitSet placedOnly)
            throws IOException {
        ApplyOutcome arrived = Sent.through(
                new ApplyOutcome(
                        ID, ROUND, RUN, isConfirmed, transactions, answers, by.recycled(), placedOnly, by.prompt()),
                new ApplyOutcome());
        arrived.setHazelcastInstance(member.hazelcast());
        arrived.process(new SimpleEntry<>(KEY, held));
    }

    @Test
    void shouldLeaveABackupAsItsOwnerIs() throws IOException {
        for (int batch = 0; batch < 20; batch++) {
            byte[] transactions = transactions(500, batch * 7_000);
            apply(backup, transactions, score(transactions));

            assertThat(backup.digest()).isEqualTo(owner.digest());
            KeptWindows.assertAgree(backup);
            KeptWindows.assertAgree(owner);
        }
        assertThat(backup.heldCount()).isEqualTo(owner.heldCount()).isPositive();
        assertThat(backup.expiredCount()).as("the batches span 97 days").isEqualTo(owner.expiredCount());
        assertThat(backup.expiredCount()).isPositive();
        assertThat(meter.applied).isEqualTo(20 * 500);
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
        put(transactions, 0, card, minute, 7);
        short[] answers = new short[1];
        one.score(own, START_MS, transactions, 1, answers);
        apply(one, copy, transactions, answers, one.placedOnly());
    }

    private static byte[] answerOfRun(long run) {
        return BatchAnswer.of(new short[1], true, 1, run);
    }

    @Test
    void shouldProveThatTheRunLeftItsOutcomeHere() throws IOException {
        byte[] transactions = transactions(1, 0);
        short[] answers = score(transactions);
        context.applied().setOrigin(ID.origin());
        assertThat(context.applied().isBackupOf(KEY, answerOfRun(RUN))).isFalse();

        apply(backup, transactions, answers);

        assertThat(context.applied().isBackupOf(KEY, answerOfRun(RUN))).isTrue();
        assertThat(context.applied().isBackupOf(KEY, answerOfRun(RUN + 1)))
                .as("the same batch, run again")
                .isFalse();
        assertThat(context.applied().isBackupOf(KEY + 1, answerOfRun(RUN)))
                .as("another shard")
                .isFalse();
    }

    @Test
    void shouldProveNothingWithoutTheShardOrForOthers() throws IOException {
        byte[] transactions = transactions(1, 0);
        short[] answers = score(transactions);
        context.applied().setOrigin(ID.origin());
        apply(null, transactions, answers);
        assertThat(context.applied().isBackupOf(KEY, answerOfRun(RUN)))
                .as("the copy is still to come")
                .isFalse();

        context.applied().setOrigin(ID.origin() + 1);
        apply(backup, transactions, answers);
        assertThat(context.applied().isBackupOf(KEY, answerOfRun(RUN)))
                .as("another member's batch")
                .isFalse();
    }

    @Test
    void shouldProveNothingWhereOneOfSeveralBackupsIsHere() {
        AppliedHere applied = new AppliedHere(2);
        applied.setOrigin(ID.origin());
        applied.add(KEY, ID.origin(), RUN);

        assertThat(applied.isBackupOf(KEY, answerOfRun(RUN))).isFalse();
        assertThat(new AppliedHere(1).isBackupOf(KEY, answerOfRun(BatchAnswer.NO_RUN)))
                .isFalse();
    }

    /** What the log of the owner has, and that of a backup: applied once, or again to a snapshot that has it already. */
    @Test
    void shouldLeaveAShardThatIsReadFromTheLogAsItsOwnerIs() throws IOException {
        HistoryShard fromOwner = shard();
        HistoryShard fromBackup = shard();
        for (int batch = 0; batch < 20; batch++) {
            byte[] transactions = transactions(500, batch * 7_000);
            short[] answers = score(transactions);
            byte[] record = new OutcomeRecord(
                            ID, AT_MS, ROUND, answers, scorer.recycled(), scorer.placedOnly(), scorer.prompt())
                    .encode(transactions);
            byte[] ofBackup = OutcomeRecord.encodeCopy(
                    AT_MS,
                    ID,
                    ROUND,
                    Answer.scoredOf(answers),
                    new BitSet(),
                    new BitSet(),
                    scorer.prompt(),
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
        assertThat(fromOwner.scoredBy(ID.origin(), ID.number())).isEqualTo(owner.scoredBy(ID.origin(), ID.number()));
        assertThatThrownBy(() -> OutcomeRecord.replay(shard(), ByteBuffer.wrap(new byte[] {9})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 9");
        byte[] whole = OutcomeRecords.byOwner(AT_MS, transactions(70, 0));
        for (int missing : new int[] {1, TransactionLayout.TRANSACTION_SIZE_BYTES - 1}) {
            assertThatThrownBy(() -> OutcomeRecord.replay(shard(), ByteBuffer.wrap(whole, 0, whole.length - missing)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ends too early");
        }
    }

    /** The table grows while a group is applied, and what was located of cards that it held has moved. */
    @Test
    void shouldLeaveABackupAsItsOwnerIsWhenTheTableGrows() throws IOException {
        int count = 50 * CARDS;
        byte[] transactions = new byte[count * SIZE];
        for (int i = 0; i < count; i++) {
            // A new card, and then one that an earlier group has brought.
            put(transactions, i, FIRST_CARD + (i % 2 == 0 ? i / 2 : i / 4), i, i % 900);
        }

        apply(backup, transactions, score(transactions));

        assertThat(backup.digest()).isEqualTo(owner.digest());
        for (int i = 0; i < count; i += 2) {
            // Card n comes at 2n as a new one, and at 4n + 1 and 4n + 3 as a known one, if these are there.
            int known = 2 * i + 1 >= count ? 0 : 2;
            assertThat(backup.entryCount(FIRST_CARD + i / 2)).isEqualTo(1 + known);
        }
    }

    @Test
    void shouldChangeNothingWhenItComesAgain() throws IOException {
        byte[] transactions = transactions(500, 0);
        short[] answers = score(transactions);
        apply(backup, transactions, answers);
        apply(backup, transactions, answers);

        assertThat(backup.digest()).isEqualTo(owner.digest());
        assertThat(backup.heldCount()).isEqualTo(owner.heldCount());
    }

    @Test
    void shouldBringWhatABackupHasMissedWithTheDuplicate() throws IOException {
        score(transactions(100, 0));
        byte[] again = transactions(100, 0);

        short[] answers = score(again);

        for (short answer : answers) {
            assertThat(Answer.isDuplicate(answer)).isTrue();
        }
        apply(backup, again, answers);
        assertThat(backup.digest()).isEqualTo(owner.digest());
    }

    private static int promptCount(HistoryShard shard) {
        int[] prompt = new int[1];
        shard.forEachCard(card -> {
            CardHistory history = shard.open(card);
            history.rewind();
            while (history.next()) {
                prompt[0] += history.isPrompt() ? 1 : 0;
            }
        });
        return prompt[0];
    }

    /** All, none or some of a batch: as many are prompt on the owner, on a backup, and where the log of either is read. */
    @ParameterizedTest
    @CsvSource({"-1000000, 100", "60000, 100", "3060000, 50", "6000000, 1", "6060000, 0"})
    void shouldCarryWhatWasDecidedPromptly(long decidedAfterFirstMs, int prompt) throws IOException {
        byte[] transactions = transactions(100, 0);
        short[] answers = new short[100];
        scorer.score(owner, START_MS + decidedAfterFirstMs, transactions, 100, answers);
        apply(backup, transactions, answers);
        HistoryShard replayed = shard();
        byte[] record = new OutcomeRecord(
                        ID, AT_MS, ROUND, answers, scorer.recycled(), scorer.placedOnly(), scorer.prompt())
                .encode(transactions);
        OutcomeRecord.replay(replayed, ByteBuffer.wrap(record));

        assertThat(promptCount(owner)).isEqualTo(prompt);
        assertThat(promptCount(backup)).isEqualTo(prompt);
        assertThat(promptCount(replayed)).isEqualTo(prompt);
        assertThat(backup.digest()).isEqualTo(owner.digest());
        assertThat(replayed.digest()).isEqualTo(owner.digest());
    }

    /** They come again an hour later, and to a backup that has missed them. */
    @Test
    void shouldBringDuplicatesToABackupAsTheirFirstDecisionHasThem() throws IOException {
        byte[] transactions = transactions(100, 0);
        short[] answers = score(transactions.clone());
        int prompt = promptCount(owner);
        assertThat(prompt).isBetween(1, 99);

        scorer.score(owner, START_MS + 3 * 3_600_000, transactions, 100, answers);
        apply(backup, transactions, answers);

        assertThat(promptCount(owner)).isEqualTo(prompt);
        assertThat(promptCount(backup)).isEqualTo(prompt);
        assertThat(backup.digest()).isEqualTo(owner.digest());
    }

    /** What is rejected is not sent, so what is behind it has another place there. */
    @Test
    void shouldCarryWhatWasDecidedPromptlyBehindWhatWasRejected() throws IOException {
        byte[] transactions = new byte[4 * SIZE];
        put(transactions, 0, FIRST_CARD, 91 * 24 * 60, 1);
        put(transactions, 1, FIRST_CARD, 0, 2);
        put(transactions, 2, FIRST_CARD + 1, 91 * 24 * 60, 3);
        put(transactions, 3, FIRST_CARD + 2, 0, 4);
        short[] answers = new short[4];
        scorer.score(owner, START_MS + 91L * 24 * 60 * 60_000, transactions, 4, answers);
        assertThat(Answer.isRejected(answers[1])).isTrue();

        apply(backup, transactions, answers);

        assertThat(promptCount(owner)).isEqualTo(2);
        assertThat(backup.digest()).isEqualTo(owner.digest());
    }

    @Test
    void shouldLeaveOutWhatTheOwnerRejected() throws IOException {
        byte[] transactions = transactions(3, 0);
        short[] answers = score(transactions);
        answers[1] = Answer.rejected(Rejection.MEMORY_FULL);

        apply(backup, transactions, answers);

        assertThat(backup.heldCount()).isEqualTo(2);
        assertThat(backup.holds(TransactionLayout.cardAt(transactions, SIZE)))
                .isEqualTo(TransactionLayout.cardAt(transactions, SIZE) == TransactionLayout.cardAt(transactions, 0)
                        || TransactionLayout.cardAt(transactions, SIZE)
                                == TransactionLayout.cardAt(transactions, 2 * SIZE));
    }

    @Test
    void shouldDropWhatIsTooOldForATransactionWhoseScoringFailed() throws IOException {
        byte[] first = new byte[SIZE];
        put(first, 0, FIRST_CARD, 0, 10);
        apply(backup, first, score(first));
        byte[] failed = new byte[SIZE];
        put(failed, 0, FIRST_CARD, 91 * 24 * 60, 10);
        BitSet placedOnly = new BitSet();
        placedOnly.set(0);

        apply(backup, failed, new short[] {Answer.rejected(Rejection.UNPROCESSABLE)}, placedOnly);

        assertThat(backup.heldCount()).isZero();
        assertThat(backup.expiredCount()).isEqualTo(1);
    }

    @Test
    void shouldRecordWhatTheBatchHasScoredForWhoeverOwnsTheShardNext() throws IOException {
        byte[] transactions = transactions(5, 0);
        short[] answers = score(transactions);
        answers[2] = Answer.rejected(Rejection.MEMORY_FULL);
        answers[3] = Answers.duplicate(0);

        apply(backup, transactions, answers);

        assertThat(backup.scoredBy(ID.origin(), ID.number()).stream()).containsExactly(0, 1, 4);
    }

    @Test
    void shouldBeABackupWhateverItWasBefore() throws IOException {
        long tenure = backup.copies().tenure(7, () -> 1);
        assertThat(backup.copies().complete(7, tenure)).isTrue();

        byte[] transactions = transactions(1, 0);
        apply(backup, transactions, score(transactions));

        assertThat(backup.copies().isComplete(7)).isFalse();
        assertThat(backup.epoch().round()).isEqualTo(ROUND);
    }

    @Test
    void shouldDoNothingWhereTheShardHasNotBeenCopiedYet() throws IOException {
        byte[] transactions = transactions(5, 0);

        apply(null, transactions, score(transactions));

        assertThat(meter.applied).isZero();
    }

    /** Answers go out when the backups acknowledge: one that has nothing must not. */
    @Test
    void shouldNotAcknowledgeWhereTheOwnerCountsACopyThatIsNotThere() throws IOException {
        byte[] transactions = transactions(5, 0);
        short[] answers = score(transactions);
        HistoryShard onlyLoaded = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, CARDS);
        isConfirmed = true;

        assertThatThrownBy(() -> apply(null, transactions, answers)).isInstanceOf(OutcomeNotAppliedException.class);
        assertThatThrownBy(() -> apply(onlyLoaded, transactions, answers))
                .isInstanceOf(OutcomeNotAppliedException.class);
        apply(backup, transactions, answers);

        assertThat(backup.digest()).isEqualTo(owner.digest());
        assertThat(onlyLoaded.heldCount()).isZero();
    }

    @Test
    void shouldApplyAllButTheOneThatFailsAndAcknowledgeItTheThirdTime() throws IOException {
        byte[] first = transactions(200, 0);
        apply(backup, first, score(first));
        long card = TransactionLayout.cardAt(first, 0);
        HistoryShard broken = BrokenCard.in(backup, card);
        byte[] second = new byte[3 * SIZE];
        put(second, 0, card + 1, 500, 10);
        put(second, 1, card, 501, 10);
        put(second, 2, card + 2, 502, 10);
        short[] answers = score(second);
        int before = broken.entryCount(card + 1) + broken.entryCount(card + 2);

        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> apply(broken, second, answers)).isInstanceOf(OutcomeNotAppliedException.class);
        }
        assertThat(meter.failed).isEqualTo(2);
        assertThat(meter.givenUp).isZero();
        apply(broken, second, answers);

        assertThat(meter.givenUp).isEqualTo(1);
        assertThat(broken.entryCount(card + 1) + broken.entryCount(card + 2)).isEqualTo(before + 2);
    }
}
