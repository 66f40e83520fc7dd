package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import org.junit.jupiter.api.Test;

/** The client module knows nothing of the application; what both write down must be the same. */
class ProtocolAgreementTest {
    @Test
    void shouldGiveEveryRejectionTheSameCodeAndName() {
        for (Rejection rejection : Rejection.values()) {
            RejectionReason reason = RejectionReason.valueOf(rejection.name());
            assertThat(reason.code()).as(rejection.name()).isEqualTo(rejection.ordinal());
            assertThat(reason.label()).isEqualTo(rejection.label());
        }
    }

    @Test
    void shouldGiveEveryAnswerTheSameByte() {
        assertThat(Answer.scored(63) & AnswerFrame.KIND_MASK).isEqualTo(AnswerFrame.SCORED);
        assertThat(Answer.duplicate(63) & AnswerFrame.KIND_MASK).isEqualTo(AnswerFrame.DUPLICATE);
        assertThat(Answer.rejected(Rejection.FUTURE) & AnswerFrame.KIND_MASK).isEqualTo(AnswerFrame.REJECTED);
        assertThat(Answer.scored(63) & AnswerFrame.VALUE_MASK).isEqualTo(63);
    }

    @Test
    void shouldHaveRecordsOfTheSameSize() {
        assertThat(RecordFormat.TEXT.recordSizeBytes()).isEqualTo(WireRecord.SIZE_BYTES);
        assertThat(RecordFormat.COMPACT.recordSizeBytes()).isEqualTo(TransactionLayout.UNREFERENCED_SIZE_BYTES);
        assertThat(RecordFormat.COMPACT_WITH_REFERENCE.recordSizeBytes())
                .isEqualTo(TransactionLayout.TRANSACTION_SIZE_BYTES);
    }

    @Test
    void shouldFindWhatIsOutOfRange() {
        assertThat(CompactRecord.isInRange(CardNumber.END, 0, 0, 0)).isFalse();
        assertThat(CompactRecord.isInRange(0, CompactRecord.times(0, 1_000, 0), 0, 0))
                .isFalse();
        assertThat(CompactRecord.isInRange(0, CompactRecord.times(0, 0, 1_000), 0, 0))
                .isFalse();
        assertThat(CompactRecord.isInRange(0, 1, 0, 0)).isFalse();
        assertThat(CompactRecord.isInRange(0, 0, 1L << 62, 0)).isFalse();
        assertThat(CompactRecord.isInRange(0, 0, CompactRecord.payment(0, 100_000, 0), 0))
                .isFalse();
        assertThat(CompactRecord.isInRange(0, 0, CompactRecord.payment(0, 0, 10_000), 0))
                .isFalse();
        assertThat(CompactRecord.isInRange(0, 0, 0, CompactRecord.outcome(100_000, 0)))
                .isFalse();
        assertThat(CompactRecord.isInRange(0, 0, 0, CompactRecord.outcome(0, 100)))
                .isFalse();
        assertThat(CompactRecord.isInRange(0, 0, 0, 1)).isFalse();
    }
}
