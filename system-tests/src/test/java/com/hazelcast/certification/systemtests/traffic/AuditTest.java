package com.hazelcast.certification.systemtests.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The checker checked: one planted loss, double or difference is found, in any copy. */
class AuditTest {
    private static final int VERDICTS = 50;

    private static final int SENT = 50;
    private static final int PLANTED = 17;

    private final Ledger ledger = new Ledger();
    private final byte[] whole = sendAll();

    private byte[] sendAll() {
        ByteArrayOutputStream held = new ByteArrayOutputStream();
        for (int i = 0; i < SENT; i++) {
            Transaction sent = new Transaction(
                    CardNumber.text(i % 7), 1_767_225_600_000L + i, 107, 0, 100 + i, 107, 494, 9_691, i);
            ledger.answered(ledger.open(sent), scored(i % VERDICTS));
            held.writeBytes(compact(sent, i % VERDICTS));
        }
        return held.toByteArray();
    }

    private static Verdict scored(int rule) {
        return new Verdict(
                Verdict.Status.SCORED,
                rule,
                Optional.empty(),
                rule == 0 ? Verdict.Action.APPROVE : Verdict.Action.DECLINE,
                1);
    }

    private static byte[] compact(Transaction sent, int rule) {
        byte[] bytes = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(
                bytes,
                0,
                CardNumber.of(sent.card()),
                TransactionLayout.times(sent.timeMs(), sent.country(), sent.currency()),
                TransactionLayout.payment(sent.amountUnits(), sent.code(), sent.merchant()),
                TransactionLayout.outcome(sent.city(), sent.response()));
        TransactionLayout.putVerdict(bytes, 0, rule);
        return bytes;
    }

    private Audit auditWithBackup(byte[] backup) {
        return Audit.of(ledger, List.of(List.of(whole, backup)));
    }

    /** The copy with the planted record replaced by these. */
    private byte[] planted(byte[]... replacements) {
        int size = TransactionLayout.TRANSACTION_SIZE_BYTES;
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        copy.write(whole, 0, PLANTED * size);
        for (byte[] replacement : replacements) {
            copy.writeBytes(replacement);
        }
        copy.write(whole, (PLANTED + 1) * size, whole.length - (PLANTED + 1) * size);
        return copy.toByteArray();
    }

    private byte[] record(int rule) {
        return compact(ledger.transaction(PLANTED), rule);
    }

    @Test
    void shouldFindNothingWhereEveryCopyHoldsEveryAnswerOnce() {
        Audit audit = auditWithBackup(whole);

        assertThat(audit).isEqualTo(new Audit(SENT, SENT, SENT, 2, 0, 0, 0, 0, List.of()));
        assertThat(audit.isGood()).isTrue();
    }

    @Test
    void shouldFindOneLoss() {
        Audit audit = auditWithBackup(planted());

        assertThat(audit.lost()).isEqualTo(1);
        assertThat(audit.isGood()).isFalse();
        assertThat(audit.examples()).singleElement().asString().contains("lost: transaction " + PLANTED);
    }

    @Test
    void shouldFindOneDouble() {
        Audit audit = auditWithBackup(planted(record(PLANTED), record(PLANTED)));

        assertThat(audit.doubled()).isEqualTo(1);
        assertThat(audit.isGood()).isFalse();
    }

    @Test
    void shouldFindOneDifferingVerdict() {
        Audit audit = auditWithBackup(planted(record(PLANTED + 1)));

        assertThat(audit.differing()).isEqualTo(1);
        assertThat(audit.isGood()).isFalse();
    }

    @Test
    void shouldNotCountAsLostWhatAFaultHasExcused() {
        ledger.excuse();

        Audit lost = auditWithBackup(planted());
        Audit scoredAgain = auditWithBackup(planted(record(PLANTED + 1)));
        Audit doubled = auditWithBackup(planted(record(PLANTED), record(PLANTED)));

        assertThat(lost.isGood()).isTrue();
        assertThat(lost.excused()).isEqualTo(1);
        assertThat(scoredAgain.isGood()).isTrue();
        assertThat(doubled.isGood()).isFalse();
    }

    @Test
    void shouldCountAsLostWhatIsSentAfterwards() {
        int onItsWay = ledger.open(ledger.transaction(PLANTED));
        ledger.excuse();
        ledger.answered(onItsWay, scored(1));
        int after = ledger.open(ledger.transaction(PLANTED));
        ledger.answered(after, scored(1));

        assertThat(ledger.isExcused(onItsWay)).isTrue();
        assertThat(ledger.isExcused(after)).isFalse();
    }

    @Test
    void shouldExcuseWhatIsAnsweredWhileItMayBeLost() {
        int onItsWay = ledger.open(ledger.transaction(PLANTED));
        ledger.beginExcuse();
        ledger.answered(onItsWay, scored(1));
        int meanwhile = ledger.open(ledger.transaction(PLANTED));
        ledger.answered(meanwhile, scored(1));
        ledger.endExcuse();
        int after = ledger.open(ledger.transaction(PLANTED));
        ledger.answered(after, scored(1));

        assertThat(ledger.isExcused(PLANTED)).isFalse();
        assertThat(ledger.isExcused(onItsWay)).isTrue();
        assertThat(ledger.isExcused(meanwhile)).isTrue();
        assertThat(ledger.isExcused(after)).isFalse();
    }

    @Test
    void shouldRefuseAShardThatHoldsCardsOfAnother() {
        assertThatThrownBy(() -> Audit.of(ledger, List.of(List.of(whole), List.of(whole))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("holds a card of shard");
    }

    @Test
    void shouldRefuseAShardWithoutOneOfItsCopies() {
        assertThatThrownBy(() -> Audit.of(ledger, List.of(List.of(whole, whole), List.of(new byte[0]))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shard=1 copies=1 others=2");
    }

    @Test
    void shouldRefuseToCompareNothing() {
        assertThatThrownBy(() -> Audit.of(ledger, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no copy");
        assertThatThrownBy(() -> Audit.of(ledger, List.of(List.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no copy");
    }

    @Test
    void shouldFindTwoAnswersThatDiffer() {
        ledger.answered(PLANTED, scored(48));

        assertThat(auditWithBackup(whole).differing()).isEqualTo(1);
    }

    @Test
    void shouldFindTheSameRuleOfAnotherSet() {
        Verdict first = scored(PLANTED);
        Verdict ofAnotherSet = new Verdict(Verdict.Status.DUPLICATE, first.rule(), Optional.empty(), first.action(), 2);
        ledger.answered(PLANTED, ofAnotherSet);
        assertThat(ledger.differing())
                .containsExactly(
                        "transaction 17 was answered rule 17 of set 1 decline and then rule 17 of set 2 decline");

        int again = ledger.open(ledger.transaction(PLANTED));
        ledger.answered(again, ofAnotherSet);
        assertThat(auditWithBackup(whole).differing())
                .as("and held as decided by the first set, by both copies")
                .isEqualTo(3);
    }

    @Test
    void shouldFindADecisionOfASetThatDoesNotDecideAnyMore() {
        ledger.requireSet(0, 1);
        assertThat(ledger.differing()).isEmpty();
        ledger.requireSet(SENT - 1, 2);
        assertThat(ledger.differing()).singleElement().asString().contains("while set 2 alone decided", "of set 1");
    }

    @Test
    void shouldFindAnAnswerThatNamesNoSet() {
        int number = ledger.open(ledger.transaction(PLANTED));
        ledger.answered(number, new Verdict(Verdict.Status.SCORED, 1, Optional.empty()));
        assertThat(ledger.differing()).singleElement().asString().contains("without a set");
    }
}
