package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.routing.ScriptedShards.Call;
import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.waiting.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lanes of a member together, with owners that answer when a test says so. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RouterTest {
    private static final int SHARDS = 4;
    private static final int LIMIT = 512;
    private static final long VIEW = 17;

    private final ScriptedShards shards = new ScriptedShards();
    private final AnswersByOrder answers = new AnswersByOrder();
    private final ScriptedGuard guard = new ScriptedGuard();
    private final FakeOwner meter = new FakeOwner(LIMIT, card -> false, IllegalStateException::new);
    private Router router = router(Acks.STRICT);

    /** Whether copies are confirmed is what a test says. */
    private static final class ScriptedGuard implements CopyGuard {
        final CompletableFuture<Void> confirmed = new CompletableFuture<>();
        final AtomicInteger looks = new AtomicInteger();
        volatile boolean isStillSeen = true;
        volatile boolean isBackupHere;

        @Override
        public CompletionStage<Void> confirmed(int shard) {
            return confirmed;
        }

        @Override
        public CompletionStage<Boolean> isStillSeen(int shard, long view) {
            looks.incrementAndGet();
            return CompletableFuture.completedFuture(isStillSeen && view == VIEW);
        }

        @Override
        public boolean isBackupHere(int shard, byte[] batchAnswer) {
            return isBackupHere;
        }
    }

    private Router router(Acks acks) {
        return new Router(SHARDS, shards, LIMIT, Duration.ofMillis(2), acks, guard, meter);
    }

    @AfterEach
    void close() {
        router.close();
    }

    private void route(int shard, int count) {
        router.route(shard, AnswersByOrder.transactions(0, count), 0, count, answers, System.nanoTime());
    }

    @Test
    void shouldCallTheOwnerOfTheShard() throws InterruptedException {
        route(3, 5);

        Call call = shards.next();
        assertThat(call.shard()).isEqualTo(3);
        assertThat(call.count()).isEqualTo(5);
        assertThat(router.callCount()).isEqualTo(1);
        call.answer();
        assertThat(answers.answers).hasSize(5);
        assertThat(router.callCount()).isZero();
    }

    @Test
    void shouldGoOnWithOtherShardsWhileOneGivesNoAnswer() throws InterruptedException {
        route(0, 1);
        route(0, 2);
        route(1, 3);

        assertThat(shards.next().shard()).isZero();
        Call other = shards.next();
        assertThat(other.shard()).isEqualTo(1);
        other.answer();
        assertThat(answers.answers).hasSize(3);
        assertThat(shards.isIdle())
                .as("the second batch of shard 0 waits for the first")
                .isTrue();
    }

    @Test
    void shouldCountWhatWaitsInLanes() throws InterruptedException {
        route(0, 1);
        route(0, 5);
        route(2, 1);
        route(2, 3);

        assertThat(router.laneDepth()).isEqualTo(new Router.LaneDepth(8, 5));
        shards.next().answer();
        assertThat(router.laneDepth()).isEqualTo(new Router.LaneDepth(3, 3));
    }

    @Test
    void shouldReportTheAgeOfTheOldestTransactionWithoutAnAnswer() throws InterruptedException {
        long agoNs = TimeUnit.HOURS.toNanos(1);
        assertThat(router.oldestInFlightNs()).isZero();
        route(0, 1);
        router.route(1, AnswersByOrder.transactions(0, 1), 0, 1, answers, System.nanoTime() - agoNs);

        assertThat(router.oldestInFlightNs()).isBetween(agoNs, 2 * agoNs);
        shards.next().answer();
        shards.next().answer();
        assertThat(router.oldestInFlightNs()).isZero();
    }

    @Test
    void shouldSubmitAgainWhatCouldNotBeSubmitted() throws InterruptedException {
        shards.impossible.set(1);
        route(0, 2);

        Call again = shards.next();
        assertThat(router.callCount()).as("the failed one is not out").isEqualTo(1);
        assertThat(meter.failedCalls).isEqualTo(1);
        again.answer();
        answers.await(2);
        assertThat(answers.answers).containsExactly(Answers.scored(0), Answers.scored(1));
    }

    @Test
    void shouldAnswerWithoutALookWhatThisMemberHasAppliedAsTheBackup() throws InterruptedException {
        guard.isStillSeen = false;
        guard.isBackupHere = true;
        route(0, 1);

        shards.next().answer(VIEW, true);

        assertThat(guard.looks).hasValue(0);
        assertThat(answers.answers).containsExactly(Answers.scored(0));
        route(0, 1);
        shards.next().answer(VIEW, false);
        assertThat(answers.answers).as("the owner has not confirmed its copies").hasSize(1);
    }

    @Test
    void shouldHoldAStrictAnswerWhoseOwnerDoesNotSeeTheSameMembersAnyMore() throws InterruptedException {
        guard.isStillSeen = false;
        route(0, 1);
        Call first = shards.next();

        first.answer(VIEW, true);

        assertThat(guard.looks).hasValue(1);
        assertThat(answers.answers).isEmpty();
        guard.isStillSeen = true;
        guard.confirmed.complete(null);
        Call again = shards.next();
        assertThat(again.id()).isEqualTo(first.id());
        again.answer(VIEW, true);
        answers.await(1);
        assertThat(answers.answers).containsExactly(Answers.scored(0));
    }

    @Test
    void shouldHoldAStrictAnswerUntilCopiesAreConfirmed() throws InterruptedException {
        route(0, 1);

        shards.next().answer(VIEW, false);

        assertThat(guard.looks)
                .as("an answer that is not confirmed needs no second look")
                .hasValue(0);
        assertThat(answers.answers).isEmpty();
        guard.confirmed.complete(null);
        shards.next().answer(VIEW, true);
        answers.await(1);
    }

    @Test
    void shouldAskNobodyAboutCopiesOfFastAnswers() throws InterruptedException {
        router.close();
        router = router(Acks.FAST);
        guard.isStillSeen = false;
        route(0, 1);

        shards.next().answer(VIEW, false);

        assertThat(answers.answers).hasSize(1);
        assertThat(guard.looks).hasValue(0);
    }

    @Test
    void shouldMoveWhatWaitsForAShardThatGivesNoAnswersToTheRoomForThat() throws InterruptedException {
        InFlightGate gate = new InFlightGate(10_000);
        router.watchHeld(gate);
        gate.enter(5);
        route(2, 5);
        Call call = shards.next();

        Await.until("the lane is held", () -> router.heldLanes() > 0);
        assertThat(router.isHeld(2)).isTrue();
        assertThat(router.isHeld(1)).isFalse();
        assertThat(gate.held()).isEqualTo(5);
        call.answer();
        assertThat(gate.held()).isZero();
        assertThat(router.isHeld(2)).isFalse();
    }

    @Test
    void shouldNeverWaitWithoutALatencyTarget() throws Exception {
        router = new Router(SHARDS, shards, LIMIT, Duration.ZERO, Acks.STRICT, guard, meter);

        assertThat(paceSteps(new InFlightGate(10_000))).isZero();
    }

    private int paceSteps(InFlightGate gate) throws Exception {
        AtomicInteger steps = new AtomicInteger();
        router.paceReads(gate, steps::incrementAndGet);
        return steps.get();
    }

    @Test
    void shouldPaceReadsOnlyWhileSmallCallsAreOut() throws Exception {
        InFlightGate gate = new InFlightGate(10_000);
        assertThat(paceSteps(gate)).as("nothing is out").isEqualTo(1);

        gate.enter(5);
        route(0, 5);
        assertThat(paceSteps(gate))
                .as("one of four lanes has a small call out, and hangs")
                .isEqualTo(1);

        gate.enter(5);
        route(1, 5);
        assertThat(paceSteps(gate))
                .as("two lanes hang: a whole target, and four in steps")
                .isEqualTo(1 + 4 * 4);

        gate.enter(1_000);
        assertThat(paceSteps(gate)).as("much is in flight").isZero();
    }

    @Test
    void shouldSubmitNothingMoreOnceClosed() throws InterruptedException {
        route(0, 1);
        Call call = shards.next();
        router.close();

        call.result().completeExceptionally(new IllegalStateException("planted"));

        assertThat(router.awaitClosed(60, TimeUnit.SECONDS)).isTrue();
        assertThat(shards.isIdle()).isTrue();
        assertThat(answers.answers).isEmpty();
    }
}
