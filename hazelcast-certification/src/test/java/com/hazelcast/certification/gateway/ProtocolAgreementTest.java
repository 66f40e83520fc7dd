package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.CardShard;
import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.DecisionFrame;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
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
    void shouldSendEachAnswerInTheVersionOfItsClient() {
        ClientAnswers written = new ClientAnswers(new RulesInUse(RuleSet.shipped()));
        short[] answers = {
            Answers.scored(0),
            Answers.scoredNewCard(36),
            Answers.duplicate(49),
            Answer.rejected(Rejection.FUTURE),
            Answer.NONE
        };
        ByteBuf old = written.withoutSets(UnpooledByteBufAllocator.DEFAULT, 7, answers);
        ByteBuf now = written.withSets(UnpooledByteBufAllocator.DEFAULT, 7, answers);

        assertThat(AnswerFrame.count(old)).isEqualTo(5);
        assertThat(DecisionFrame.count(now)).isEqualTo(5);
        int[] kinds = {
            AnswerFrame.SCORED, AnswerFrame.SCORED, AnswerFrame.DUPLICATE, AnswerFrame.REJECTED, AnswerFrame.DEFERRED
        };
        int[] values = {0, 36, 49, Rejection.FUTURE.ordinal(), 0};
        for (int i = 0; i < answers.length; i++) {
            assertThat(AnswerFrame.answer(old, i) & AnswerFrame.KIND_MASK).isEqualTo(kinds[i]);
            assertThat(AnswerFrame.answer(old, i) & AnswerFrame.VALUE_MASK).isEqualTo(values[i]);
            assertThat(DecisionFrame.kind(now, i)).isEqualTo(kinds[i]);
            assertThat(DecisionFrame.value(now, i)).isEqualTo(values[i]);
            assertThat(DecisionFrame.set(now, i)).isEqualTo(i < 3 ? 1 : 0);
            assertThat(DecisionFrame.action(now, i)).isEqualTo(i == 1 || i == 2 ? Action.DECLINE.ordinal() : 0);
        }
        old.release();
        now.release();
    }

    /** What old clients cannot be told: it is flagged all the same. */
    @Test
    void shouldTellOldClientsOfDecisionsThatHaveNoByteThatTheyAreFlagged() {
        ClientAnswers written = new ClientAnswers(new RulesInUse(RuleSet.shipped()));

        ByteBuf frame = written.withoutSets(UnpooledByteBufAllocator.DEFAULT, 7, new short[] {
            Answer.scored(4_000, true), Answer.scored(4_000, false)
        });

        assertThat(AnswerFrame.answer(frame, 0) & AnswerFrame.VALUE_MASK).isEqualTo(AnswerFrame.VALUE_MASK);
        assertThat(AnswerFrame.answer(frame, 1) & AnswerFrame.VALUE_MASK).isZero();
        frame.release();
    }

    /** They take each rule for one that declines. */
    @Test
    void shouldSendOldClientsNoRuleThatApproves() throws RuleSetRefusedException {
        RuleSetText text = new RuleSetText("""
                set tried
                rule trusted approve when tx.amount < 1
                rule large review when tx.amount > 2
                """, Map.of());
        RuleSet set = RuleSet.of(2, 50, text, card -> card);
        ClientAnswers written = new ClientAnswers(new RulesInUse(set));
        short approved = Answer.scored(set.codeOf(1, Action.APPROVE), false);
        short reviewed = Answer.duplicate(set.codeOf(2, Action.REVIEW), true);

        ByteBuf old = written.withoutSets(UnpooledByteBufAllocator.DEFAULT, 7, new short[] {approved, reviewed});
        ByteBuf now = written.withSets(UnpooledByteBufAllocator.DEFAULT, 7, new short[] {approved, reviewed});

        assertThat(AnswerFrame.answer(old, 0)).isEqualTo((byte) AnswerFrame.SCORED);
        assertThat(AnswerFrame.answer(old, 1)).isEqualTo((byte) (AnswerFrame.DUPLICATE | 2));
        assertThat(DecisionFrame.value(now, 0)).isEqualTo(1);
        assertThat(DecisionFrame.action(now, 0)).isEqualTo(Action.APPROVE.ordinal());
        old.release();
        now.release();
    }

    /** Of cards of every length, as a client reads them from its records and a member from what it parses. */
    @Test
    void shouldFindTheSameShardOfACard() {
        Random random = new Random(61);
        byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < 2_000; i++) {
            int digits = random.nextInt(CardNumber.DIGITS_MIN, CardNumber.DIGITS_MAX + 1);
            String card = random.ints(digits, 0, 10).mapToObj(Integer::toString).collect(Collectors.joining());
            int shardCount = random.nextInt(1, 10_000);
            byte[] text = new byte[WireRecord.SIZE_BYTES];
            byte[] fields =
                    (card + ",1798967585307,107,00,34209,107,0494,09691,74106").getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(fields, 0, text, 0, fields.length);
            text[text.length - 1] = '\n';
            assertThat(RecordParser.parse(text, 0, parsed, 0)).isEqualTo(RecordParser.OK);
            int shard = CardHash.shard(CardHash.of(TransactionLayout.cardAt(parsed, 0)), shardCount);
            byte[] compact = new byte[RecordFormat.COMPACT.recordSizeBytes()];
            CompactRecord.put(compact, 0, CardNumber.of(card), 0, 0, 0);

            assertThat(CardShard.of(text, RecordFormat.TEXT, shardCount))
                    .as(card)
                    .isEqualTo(shard);
            assertThat(CardShard.of(compact, RecordFormat.COMPACT, shardCount))
                    .as(card)
                    .isEqualTo(shard);
        }
    }

    @Test
    void shouldFindAShardAlsoWhereNoCardStands() {
        for (String card : List.of("", "1234567", "12345678901234567890", "x".repeat(WireRecord.SIZE_BYTES))) {
            byte[] text = Arrays.copyOf(card.getBytes(StandardCharsets.US_ASCII), WireRecord.SIZE_BYTES);
            assertThat(CardShard.of(text, RecordFormat.TEXT, 7)).isBetween(0, 6);
        }
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
