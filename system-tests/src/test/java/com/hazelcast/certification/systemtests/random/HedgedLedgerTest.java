package com.hazelcast.certification.systemtests.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.Verdict.Status;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker checked: each answer that must not be is a violation of its kind, and no other is. */
class HedgedLedgerTest {
    private final Violations violations = new Violations();
    private final HedgedLedger ledger = new HedgedLedger(violations, false);
    private final int number = ledger.open(transaction(), 0);

    private static Transaction transaction() {
        return new Transaction(CardNumber.text(7), 1_767_225_600_000L, 107, 0, 100, 107, 494, 9_691, 1);
    }

    private static Verdict scored(int rule) {
        return new Verdict(Status.SCORED, rule, Optional.empty());
    }

    private static Verdict duplicate(int rule) {
        return new Verdict(Status.DUPLICATE, rule, Optional.empty());
    }

    private static Verdict rejected(RejectionReason reason) {
        return new Verdict(Status.REJECTED, 0, Optional.of(reason));
    }

    private void assertViolations(String expected) {
        assertThat(violations.summary()).isEqualTo(expected);
    }

    @Test
    void shouldTakeOneScoredAndDuplicatesInAnyOrder() {
        ledger.answered(number, duplicate(5), 1, 10);
        ledger.answered(number, scored(5), 2, 11);
        ledger.answered(number, duplicate(5), 20, 21);

        assertViolations("-");
        assertThat(ledger.answer(number)).isEqualTo((byte) 5);
    }

    @Test
    void shouldFindAnotherVerdict() {
        ledger.answered(number, scored(5), 1, 10);
        ledger.answered(number, duplicate(0), 1, 11);

        assertViolations("differs_answered=1");
    }

    @Test
    void shouldFindTwoWaysThatWereBothScored() {
        ledger.answered(number, scored(5), 1, 10);
        ledger.answered(number, scored(5), 2, 11);

        assertViolations("scored_again=1");
    }

    @Test
    void shouldFindARetryThatIsScored() {
        ledger.answered(number, duplicate(5), 1, 10);
        ledger.answered(number, scored(5), 20, 21);

        assertViolations("scored_again=1");
    }

    @Test
    void shouldFindARetryThatIsRejected() {
        ledger.answered(number, scored(5), 1, 10);
        ledger.answered(number, rejected(RejectionReason.TOO_OLD), 20, 21);

        assertViolations("retry_rejected=1");
    }

    @Test
    void shouldTakeARejectionThatMayBeOlderThanTheVerdict() {
        ledger.answered(number, scored(5), 9, 10);
        ledger.answered(number, rejected(RejectionReason.NEW_CARD_QUOTA), 8, 11);

        assertViolations("-");
    }

    @Test
    void shouldTakeTooOldWhereMembersDropForLackOfRoom() {
        HedgedLedger full = new HedgedLedger(violations, true);
        int dropped = full.open(transaction(), 0);

        full.answered(dropped, scored(5), 1, 10);
        full.answered(dropped, rejected(RejectionReason.TOO_OLD), 20, 21);

        assertViolations("-");
        assertThat(full.mayBeDropped()).isTrue();
    }

    /** A member that was cut off had scored it, without an answer, and brings it back. */
    @Test
    void shouldTakeOneThatIsHeldThoughItWasRejectedForWantOfMemory() {
        HedgedLedger full = new HedgedLedger(violations, true);
        int held = full.open(transaction(), 0);

        full.answered(held, rejected(RejectionReason.MEMORY_FULL), 1, 10);

        assertThat(full.isPromisedNotHeld(held)).isFalse();
        assertViolations("-");
    }

    @Test
    void shouldFindADroppedTransactionThatIsScoredAgain() {
        HedgedLedger full = new HedgedLedger(violations, true);
        int dropped = full.open(transaction(), 0);

        full.answered(dropped, scored(5), 1, 10);
        full.answered(dropped, scored(0), 20, 21);

        assertViolations("differs_answered=1 scored_again=1");
    }

    @ParameterizedTest
    @EnumSource(names = {"NOT_LOADED", "SHARD_LOST"})
    void shouldFindAShardThatIsNotLoaded(RejectionReason reason) {
        ledger.answered(number, rejected(reason), 1, 10);

        assertViolations("not_loaded=1");
    }

    @Test
    void shouldFindARejectionThatNothingExplains() {
        ledger.answered(number, rejected(RejectionReason.MEMORY_FULL), 1, 10);

        assertViolations("rejected=1");
    }

    @Test
    void shouldHoldARejectedTransactionToBeHeldByNobody() {
        ledger.answered(number, rejected(RejectionReason.NEW_CARD_QUOTA), 1, 10);
        assertThat(ledger.isPromisedNotHeld(number)).isTrue();

        ledger.answered(number, scored(5), 20, 21);
        assertThat(ledger.isPromisedNotHeld(number)).isFalse();
    }

    @Test
    void shouldPromiseNothingOfWhatWasAnsweredBeforeALoss() {
        ledger.answered(number, scored(5), 1, 10);
        ledger.loseBefore(15);

        assertThat(ledger.answer(number)).isEqualTo(Ledger.OPEN);
        ledger.answered(number, rejected(RejectionReason.NOT_LOADED), 20, 21);
        ledger.answered(number, scored(0), 30, 31);

        assertViolations("-");
        assertThat(ledger.answer(number)).isEqualTo((byte) 0);
    }

    @Test
    void shouldPromiseWhatWasFoundStillHeldAfterCopiesWereLost() {
        ledger.answered(number, scored(5), 1, 10);
        ledger.answered(number, duplicate(5), 20, 21);
        ledger.loseBefore(15);

        assertThat(ledger.answer(number)).isEqualTo((byte) 5);
    }

    @Test
    void shouldPromiseAgainWhatIsAnsweredAfterALoss() {
        ledger.answered(number, scored(5), 1, 10);
        ledger.loseBefore(15);
        ledger.answered(number, scored(0), 30, 31);
        ledger.answered(number, duplicate(5), 40, 41);

        assertViolations("differs_answered=1");
    }

    @Test
    void shouldNotBlameAnAnswerToWhatWasSentBeforeALoss() {
        ledger.loseBefore(15);

        ledger.answered(number, scored(5), 1, 51);
        ledger.answered(number, scored(0), 60, 61);

        assertViolations("-");
        assertThat(ledger.answer(number)).isEqualTo((byte) 0);
    }

    @Test
    void shouldFindNotLoadedOnceAllIsLoadedAgain() {
        ledger.loseBefore(15);
        ledger.allAreLoaded();

        ledger.answered(number, rejected(RejectionReason.NOT_LOADED), 20, 21);

        assertViolations("not_loaded=1");
    }

    /** A member that stood still, or was cut off, when all other copies were lost may bring its copy back. */
    @Test
    void shouldTakeACopyThatComesBackOfWhatWasRejectedAfterALoss() {
        ledger.answered(number, scored(5), 1, 10);
        ledger.loseBefore(15);
        ledger.answered(number, rejected(RejectionReason.NOT_LOADED), 20, 21);

        assertThat(ledger.isPromisedNotHeld(number)).isFalse();
        assertViolations("-");
    }

    @Test
    void shouldFindACopyOfWhatWasRejectedAndSentAfterTheLossOnly() {
        ledger.loseBefore(15);
        int later = ledger.open(transaction(), 16);
        ledger.answered(later, rejected(RejectionReason.NOT_LOADED), 20, 21);

        assertThat(ledger.isPromisedNotHeld(later)).isTrue();
    }
}
