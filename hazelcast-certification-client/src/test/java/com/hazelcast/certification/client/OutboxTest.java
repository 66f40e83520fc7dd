package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.ProtocolException;
import com.hazelcast.certification.client.protocol.RecordFormat;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is not answered, in its order, through lost connections. */
class OutboxTest {
    private final ClientCounters counters = new ClientCounters(Duration.ofMillis(100));
    private final Outbox outbox = new Outbox(RecordFormat.COMPACT, false, counters, answered -> {});

    @Test
    void shouldMakeTheNextBatchOfWhatHasArrivedUpToTheLimit() {
        hand(7);
        assertThat(outbox.next(5).content()).hasSize(5);
        assertThat(outbox.next(5).content()).hasSize(2);
        assertThat(outbox.next(5)).isNull();
        assertThat(outbox.outCount()).isEqualTo(2);
    }

    @Test
    void shouldSendTheSameBatchesAgainInTheirOrderBeforeAnythingNew() {
        hand(4);
        Outbox.Batch first = outbox.next(2);
        Outbox.Batch second = outbox.next(2);
        hand(1);
        outbox.takeBack();

        assertThat(outbox.next(2)).isSameAs(first);
        assertThat(outbox.next(2)).isSameAs(second);
        assertThat(outbox.next(2).number()).isGreaterThan(second.number());
    }

    @Test
    void shouldCutAnewWhenAMemberTakesSmallerBatches() {
        List<Pending> handed = hand(5);
        long before = outbox.next(5).number();
        outbox.takeBack();
        outbox.fitTo(2);

        List<Pending> sent = new ArrayList<>();
        for (Outbox.Batch batch = outbox.next(2); batch != null; batch = outbox.next(2)) {
            assertThat(batch.content()).hasSizeLessThanOrEqualTo(2);
            assertThat(batch.number()).isGreaterThan(before);
            sent.addAll(batch.content());
        }
        assertThat(sent).isEqualTo(handed);
    }

    @Test
    void shouldCompleteEachTransactionWithItsOwnAnswer() {
        List<Pending> handed = hand(3);
        long number = outbox.next(10).number();
        byte[] answers = {(byte) 5, (byte) (AnswerFrame.DUPLICATE | 6), (byte) (AnswerFrame.REJECTED | 10)};

        assertThat(take(answer(number, answers))).isEqualTo(3);

        assertThat(handed.get(0).verdict().join().rule()).isEqualTo(5);
        assertThat(handed.get(1).verdict().join().status()).isEqualTo(Verdict.Status.DUPLICATE);
        assertThat(handed.get(2).verdict().join().reason()).contains(RejectionReason.NOT_LOADED);
        assertThat(outbox.isEmpty()).isTrue();
    }

    /** As of a registry of the caller's own. */
    @Test
    void shouldCompleteEachTransactionThoughAMeterFails() {
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger times = new AtomicInteger();
        counters.listen(nanos -> {
            failures.incrementAndGet();
            throw new IllegalStateException("planted: a registry that fails");
        });
        counters.listen(nanos -> times.incrementAndGet());
        List<Pending> handed = hand(3);

        assertThat(take(answer(outbox.next(10).number(), new byte[3]))).isEqualTo(3);

        assertThat(handed).allMatch(transaction -> transaction.verdict().isDone());
        assertThat(times).hasValue(3);
        assertThat(failures).as("it is given no more").hasValue(1);
    }

    @Test
    void shouldRefuseAnAnswerToNoBatchOrOfAnotherCount() {
        hand(2);
        long number = outbox.next(10).number();
        assertThatThrownBy(() -> take(answer(number + 1, new byte[2]))).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> take(answer(number, new byte[1]))).isInstanceOf(ProtocolException.class);
    }

    @Test
    void shouldTakeTurnsAmongDeferredCardsAndGoOnAtOnceWhenAShardAnswersAgain() {
        List<Pending> handed = handCards(3);
        assertThat(take(answer(outbox.next(10).number(), deferred(3)))).isZero();
        assertThat(outbox.next(10)).as("not before it is due").isNull();

        outbox.retry();
        Outbox.Batch first = outbox.next(2);
        assertThat(first.content()).isEqualTo(handed.subList(0, 2));
        outbox.retry();
        assertThat(outbox.next(2)).as("one such batch at a time").isNull();
        take(answer(first.number(), deferred(2)));

        Outbox.Batch second = outbox.next(2);
        assertThat(second.content()).containsExactly(handed.get(2), handed.get(0));
        assertThat(take(answer(second.number(), (byte) 4, (byte) AnswerFrame.DEFERRED)))
                .isEqualTo(1);
        assertThat(outbox.next(2).content()).as("at once").containsExactly(handed.get(1), handed.get(0));
    }

    @Test
    void shouldSendAgainOnTheNextConnectionWhatWasDeferredAndOutAndLoseNothing() {
        List<Pending> handed = handCards(2);
        take(answer(outbox.next(10).number(), deferred(2)));
        outbox.retry();
        Outbox.Batch out = outbox.next(1);
        outbox.takeBack();

        assertThat(outbox.next(10)).isSameAs(out);
        outbox.takeBack();
        assertThat(outbox.drain()).containsExactlyInAnyOrderElementsOf(handed);
        assertThat(outbox.isEmpty()).isTrue();
    }

    /** A batch that holds something else is answered later than one of deferred transactions alone. */
    @Test
    void shouldSendTheTransactionsOfACardAgainInTheirOrderWhicheverWasDeferredFirst() {
        List<Pending> handed = handCards(1);
        Outbox.Batch first = outbox.next(10);
        handed.addAll(handCards(1));
        Outbox.Batch second = outbox.next(10);
        take(answer(second.number(), deferred(1)));
        take(answer(first.number(), deferred(1)));

        outbox.retry();
        Outbox.Batch both = outbox.next(10);
        assertThat(both.content()).isEqualTo(handed);
        take(answer(both.number(), deferred(2)));
        outbox.retry();
        assertThat(outbox.next(10).content()).isEqualTo(handed);
    }

    /** One that was out when the card was first deferred may have more of it, which is earlier than what is known to be deferred. */
    @Test
    void shouldSendNothingOfACardAgainBeforeAllThatWasOutThenIsAnswered() {
        List<Pending> handed = handCards(1);
        Outbox.Batch first = outbox.next(10);
        handed.addAll(handCards(1));
        Outbox.Batch second = outbox.next(10);
        handed.addAll(handCards(1));
        Outbox.Batch third = outbox.next(10);
        take(answer(first.number(), deferred(1)));
        take(answer(third.number(), deferred(1)));

        outbox.retry();
        assertThat(outbox.next(10)).as("the second is out").isNull();
        take(answer(second.number(), deferred(1)));
        outbox.retry();
        assertThat(outbox.next(10).content()).isEqualTo(handed);
    }

    /** The next member knows nothing of the deferral, and would take what came later of the card first. */
    @Test
    void shouldSendWhatWasOutBehindWhatWasDeferredOfItsCardOnTheNextConnection() {
        List<Pending> handed = handCards(1);
        Outbox.Batch first = outbox.next(10);
        handed.addAll(handCards(2));
        var unused = outbox.next(10);
        take(answer(first.number(), deferred(1)));
        outbox.takeBack();

        Outbox.Batch again = outbox.next(10);
        assertThat(again.content()).containsExactly(handed.get(2));
        take(answer(again.number(), (byte) 4));
        outbox.retry();
        assertThat(outbox.next(10).content()).isEqualTo(handed.subList(0, 2));
    }

    private static byte[] deferred(int count) {
        byte[] answers = new byte[count];
        Arrays.fill(answers, (byte) AnswerFrame.DEFERRED);
        return answers;
    }

    @Test
    void shouldFailWhatIsLeftWithTheCardMasked() {
        Pending left =
                new Pending(new Transaction("4111111111111111", 1, 1, 0, 1, 1, 1, 1, 1).record(RecordFormat.TEXT), 0);
        left.fail(RecordFormat.TEXT, "the client was closed");
        assertThatThrownBy(() -> left.verdict().join())
                .hasRootCauseInstanceOf(UnansweredException.class)
                .hasMessageContaining("card=411111******1111");
    }

    @Test
    void shouldPauseAtRandomUpToABoundThatDoubles() {
        BackOff backOff = new BackOff(Duration.ofMillis(50), Duration.ofMillis(400), new SplittableRandom(1));
        long boundMs = 50;
        for (int i = 0; i < 20; i++) {
            assertThat(backOff.nextMs()).isBetween(0L, boundMs);
            boundMs = Math.min(400, boundMs * 2);
        }
        backOff.reset();
        assertThat(backOff.nextMs()).isBetween(0L, 50L);
    }

    private List<Pending> hand(int count) {
        List<Pending> handed = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Pending transaction = new Pending(new byte[RecordFormat.COMPACT.recordSizeBytes()], 0);
            handed.add(transaction);
            outbox.add(transaction);
        }
        return handed;
    }

    /** One of each of so many cards. */
    private List<Pending> handCards(int count) {
        List<Pending> handed = new ArrayList<>();
        for (int card = 0; card < count; card++) {
            Pending transaction = new Pending(
                    new Transaction("411111111111111" + card, 1, 1, 0, 1, 1, 1, 1, 1).record(RecordFormat.COMPACT), 0);
            handed.add(transaction);
            outbox.add(transaction);
        }
        return handed;
    }

    private int take(ByteBuf frame) {
        return outbox.answer(frame, false);
    }

    private static ByteBuf answer(long number, byte... answers) {
        return AnswerFrame.write(new UnpooledByteBufAllocator(false, true), number, answers);
    }
}
