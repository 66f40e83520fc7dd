package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a lane does with calls that fail, and with whoever throws at it. */
class LaneTest {
    private static final int LIMIT = 512;
    private static final short REJECTED = Answer.rejected(Rejection.UNPROCESSABLE);

    private final AnswersByOrder answers = new AnswersByOrder();

    private static Throwable defect() {
        return new IllegalArgumentException("planted");
    }

    private void assertRejected(int count, Set<Integer> bad) {
        List<Short> expected = new ArrayList<>();
        for (int card = 0; card < count; card++) {
            expected.add(bad.contains(card) ? REJECTED : Answers.scored(card % 50));
        }
        assertThat(answers.answers).isEqualTo(expected);
    }

    @Test
    void shouldRejectTheOneThatFailsAndAnswerAllOthersInTheirOrder() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> card == 300, LaneTest::defect);
        Lane lane = new Lane(0, owner);

        answers.offer(lane, 3 * LIMIT, 100);
        owner.run();

        assertRejected(3 * LIMIT, Set.of(300));
        assertThat(owner.failedCalls).as("log2(512) and the second tries").isLessThanOrEqualTo(9 + 3);
        assertThat(lane.waitingCount()).isZero();
    }

    @Test
    void shouldGiveAllPartsTheIdentityOfTheirBatchAndWhereTheyBegin() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> card == 3, LaneTest::defect);

        answers.offer(new Lane(0, owner), 8, 8);
        owner.run();

        assertThat(owner.halved).isEqualTo(3);
        assertThat(owner.ids).extracting(BatchId::origin, BatchId::number).containsOnly(tuple(1L, 1L));
        assertThat(owner.ids).extracting(BatchId::first).containsExactlyInAnyOrder(0, 2, 3, 4);
    }

    @Test
    void shouldTryAWholeBatchOnceMoreBeforeItIsHalved() {
        AtomicInteger failures = new AtomicInteger(1);
        FakeOwner owner = new FakeOwner(LIMIT, card -> failures.getAndDecrement() > 0, LaneTest::defect);

        answers.offer(new Lane(0, owner), 8, 8);
        owner.run();

        assertRejected(8, Set.of());
        assertThat(owner.callCounts).containsExactly(8, 8);
    }

    @Test
    void shouldEndSoonWhenEveryTransactionFails() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> true, LaneTest::defect);
        int count = 10_000;

        answers.offer(new Lane(0, owner), count, 1_000);
        owner.run();

        assertThat(answers.answers).hasSize(count).containsOnly(REJECTED);
        int batches = count / LIMIT + 2;
        assertThat(owner.callCounts.size())
                .as("calls: of each batch some %d alone, and what is left as it is", BatchTrial.HOPELESS_MAX)
                .isLessThan(batches * 4 * BatchTrial.HOPELESS_MAX);
    }

    @Test
    void shouldFindEachOfManyThatFailAmongOthers() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> card % 3 == 1, LaneTest::defect);

        answers.offer(new Lane(0, owner), LIMIT, LIMIT);
        owner.run();

        assertThat(answers.answers).hasSize(LIMIT);
        for (int card = 0; card < LIMIT; card++) {
            assertThat(answers.answers.get(card)).isEqualTo(card % 3 == 1 ? REJECTED : Answers.scored(card % 50));
        }
    }

    static List<Supplier<Throwable>> absences() {
        return List.of(
                () -> new TargetNotMemberException("planted"),
                () -> new CompletionException(new TargetNotMemberException("planted")),
                () -> new MemberLeftException("planted"),
                () -> new HazelcastInstanceNotActiveException("planted"),
                () -> new OperationTimeoutException("planted"),
                () -> new SplitBrainProtectionException("planted"));
    }

    @ParameterizedTest
    @MethodSource("absences")
    void shouldWaitForAMemberThatIsMissingHoweverLongThatTakes(Supplier<Throwable> absence) {
        AtomicInteger failures = new AtomicInteger(10_000);
        FakeOwner owner = new FakeOwner(LIMIT, card -> failures.getAndDecrement() > 0, absence);

        answers.offer(new Lane(0, owner), 8, 8);
        owner.run();

        assertRejected(8, Set.of());
        assertThat(owner.halved).isZero();
    }

    @Test
    void shouldCallNobodyWhileACopyIsMissing() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> true, () -> new IndeterminateOperationStateException("planted"));
        owner.hasCopies = false;

        answers.offer(new Lane(0, owner), 8, 8);
        owner.run();

        assertThat(answers.answers).isEmpty();
        assertThat(owner.callCounts).containsExactly(8);
    }

    @Test
    void shouldRejectNothingWhenTheCopiesComeBack() {
        AtomicInteger failures = new AtomicInteger(2);
        FakeOwner owner = new FakeOwner(
                LIMIT,
                card -> failures.getAndDecrement() > 0,
                () -> new IndeterminateOperationStateException("planted"));
        owner.hasCopies = false;

        answers.offer(new Lane(0, owner), 8, 8);
        owner.run();
        owner.seeCopies();
        owner.run();

        assertRejected(8, Set.of());
        assertThat(owner.halved).isZero();
    }

    @Test
    void shouldRejectWhatNoBackupAcknowledgesThoughAllCopiesAreThere() {
        FakeOwner owner =
                new FakeOwner(LIMIT, card -> card == 5, () -> new IndeterminateOperationStateException("planted"));

        answers.offer(new Lane(0, owner), LIMIT, 64);
        owner.run();

        assertRejected(LIMIT, Set.of(5));
        assertThat(owner.confirmations).isPositive();
        assertThat(owner.failedCalls).isLessThanOrEqualTo(9 + 6);
    }

    @Test
    void shouldSubmitAgainWhatIsHeldAndNotCountItAsAFailure() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> false, LaneTest::defect);
        owner.answerNext(new byte[2 * 8 + FakeOwner.TRAILER_SIZE_BYTES]);

        answers.offer(new Lane(0, owner), 8, 8);
        owner.run();

        assertRejected(8, Set.of());
        assertThat(owner.confirmations).isEqualTo(1);
        assertThat(owner.failedCalls).isZero();
    }

    @Test
    void shouldTakeAnAnswerOfAnotherSizeForAFailure() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> false, LaneTest::defect);
        owner.answerNext(new byte[] {0, 0, 1});

        answers.offer(new Lane(0, owner), 8, 8);
        owner.run();

        assertRejected(8, Set.of());
        assertThat(owner.failedCalls).isEqualTo(1);
    }

    @Test
    void shouldNotifyTheOthersAndGoOnWhenAListenerThrows() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> false, LaneTest::defect);
        Lane lane = new Lane(0, owner);
        AnswerListener throwing = (given, offset, count, arrivedNs) -> {
            throw new IllegalStateException("planted: a listener that throws");
        };

        lane.offer(AnswersByOrder.transactions(1_000, 1), 0, 1, throwing, 0);
        lane.offer(AnswersByOrder.transactions(1_001, 1), 0, 1, throwing, 0);
        answers.offer(lane, 100, 10);
        owner.run();

        assertRejected(100, Set.of());
    }

    @Test
    void shouldAnswerWhenTheMeterThrows() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> card == 5, LaneTest::defect);
        owner.meterThrows = true;

        answers.offer(new Lane(0, owner), LIMIT * 2, 100);
        owner.run();

        assertRejected(LIMIT * 2, Set.of(5));
    }

    @Test
    void shouldGiveItsRoomToOthersWhileItIsHeldAndTakeItBackWhenItIsAnswered() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> false, LaneTest::defect);
        Lane lane = new Lane(0, owner);
        InFlightGate gate = new InFlightGate(2 * LIMIT);
        AnswerListener accounting = (given, offset, count, arrivedNs) -> gate.leave(count);
        owner.answerNext(new byte[2 * 100 + FakeOwner.TRAILER_SIZE_BYTES]);
        owner.hasCopies = false;
        gate.enterOrCall(2 * LIMIT, () -> {});
        lane.offer(AnswersByOrder.transactions(0, 100), 0, 100, accounting, 0);
        lane.offer(AnswersByOrder.transactions(100, 2 * LIMIT - 100), 0, 2 * LIMIT - 100, accounting, 0);
        owner.run();
        long soonNs = System.nanoTime();
        long laterNs = soonNs + TimeUnit.MILLISECONDS.toNanos(10 * Lane.HELD_AFTER_MS);

        assertThat(lane.lookIfHeld(soonNs, gate)).isFalse();
        assertThat(gate.held()).isZero();
        assertThat(lane.lookIfHeld(laterNs, gate)).isTrue();
        assertThat(lane.isHeld()).isTrue();
        assertThat(gate.held()).as("what waits behind it included").isEqualTo(2 * LIMIT);
        gate.enterOrCall(LIMIT, () -> {});
        lane.offer(AnswersByOrder.transactions(0, LIMIT), 0, LIMIT, accounting, 0);
        assertThat(lane.lookIfHeld(laterNs, gate)).isTrue();
        assertThat(gate.held()).as("what came later included, and each once").isEqualTo(3 * LIMIT);

        owner.seeCopies();
        owner.run();

        assertThat(lane.isHeld()).isFalse();
        assertThat(gate.held()).isZero();
        assertThat(gate.inFlight()).isZero();
    }

    /** A client that is asked to send it again would begin all its tries anew. */
    @Test
    void shouldNotBeHeldByABatchThatFailsByItself() {
        FakeOwner owner =
                new FakeOwner(LIMIT, card -> card == 5, () -> new IndeterminateOperationStateException("planted"));
        Lane lane = new Lane(0, owner);
        answers.offer(lane, LIMIT, LIMIT);
        long failedOnceNs = System.nanoTime();
        long laterNs = failedOnceNs + TimeUnit.MILLISECONDS.toNanos(Lane.HELD_AFTER_MS);
        owner.runNext();
        assertThat(owner.failedCalls).isEqualTo(2);

        assertThat(lane.lookIfHeld(laterNs, new InFlightGate(LIMIT))).isFalse();
        assertThat(lane.lookIfHeld(laterNs + TimeUnit.HOURS.toNanos(1), new InFlightGate(LIMIT)))
                .as("a call that does not return")
                .isTrue();
    }

    @Test
    void shouldTakeItsRoomBackPartByPartWhenItsBatchIsHalved() {
        FakeOwner owner = new FakeOwner(LIMIT, card -> card == 3, LaneTest::defect);
        Lane lane = new Lane(0, owner);
        InFlightGate gate = new InFlightGate(LIMIT);
        AnswerListener accounting = (given, offset, count, arrivedNs) -> {
            gate.leave(count);
            // Looked at in the middle of an answer: what is answered is not held again.
            lane.lookIfHeld(Long.MAX_VALUE / 2, gate);
        };
        gate.enterOrCall(LIMIT, () -> {});
        lane.offer(AnswersByOrder.transactions(0, LIMIT), 0, LIMIT, accounting, 0);
        lane.lookIfHeld(System.nanoTime() + TimeUnit.HOURS.toNanos(1), gate);
        assertThat(gate.held()).isEqualTo(LIMIT);

        owner.run();

        assertThat(gate.held()).isZero();
        assertThat(gate.inFlight()).isZero();
    }
}
