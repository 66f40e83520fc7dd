package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.gateway.NewCardQuota;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.ScriptedRouter;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.transaction.Rejection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a thread's transactions go to the lanes: together, when the pass has ended in which it has read them. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class DecisionDeskTest {
    private static final int SHARDS = 3;
    private static final int LIMIT = 4_096;
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ScriptedRouter shards = new ScriptedRouter(SHARDS, LIMIT);
    private final InFlightGate gate = new InFlightGate(LIMIT);
    private final Counts counts = new Counts();
    private final Queue<Runnable> whenPassEnds = new ArrayDeque<>();
    private final Submitter submitter =
            new Submitter(LIMIT, TurnedAway.Reason.CLIENT_FULL, new NewCardQuota(0, 1, System::nanoTime));
    private final DecisionDesk desk = new DecisionDesk(
            new DecisionSettings(Duration.ofSeconds(10), LIMIT, Action.DECLINE, StandInTable.USUAL, LIMIT, LONG),
            shards.router(),
            gate,
            new AnswerAccounting(gate, counts),
            counts,
            new NoMeter(),
            Clock.systemUTC(),
            LONG,
            Optional.empty(),
            new RulesInUse(RuleSet.shipped()),
            () -> true);

    private static final class Counts implements AccountingMeter {
        int entered;
        int answered;

        @Override
        public void entered(int count) {
            entered += count;
        }

        @Override
        public void rejectedOnArrival(Rejection reason) {
            throw new AssertionError("nothing is of the future here: " + reason);
        }

        @Override
        public void answered(int count, int scored, int flagged, int duplicates, int[] rejected, long sinceArrivalNs) {
            answered += count;
        }
    }

    private static final class NoMeter implements DecisionMeter {
        @Override
        public void stoodIn(StandInReason reason) {
            throw new AssertionError("no deadline passes here: " + reason);
        }

        @Override
        public void decidedLate(boolean differed) {
            throw new AssertionError("no deadline passes here");
        }

        @Override
        public void turnedAway(TurnedAway.Reason reason) {
            throw new AssertionError("there is room here: " + reason);
        }
    }

    @AfterEach
    void close() {
        desk.close();
        shards.close();
    }

    private static RequestedTransaction transaction(int index) {
        byte[] json = ("{\"card\":\"" + (4_000_220_000_000_000L + index) + "\",\"time\":" + System.currentTimeMillis()
                        + ",\"amount\":\"12.34\",\"currency\":\"EUR\",\"country\":\"DE\",\"mcc\":5411}")
                .getBytes(StandardCharsets.US_ASCII);
        return TransactionJson.parse(json, 0, json.length, null);
    }

    private List<Submission> submit(int count) throws TurnedAway {
        List<Submission> submissions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            submissions.add(desk.submit(transaction(i), submitter, null, System.nanoTime()));
        }
        return submissions;
    }

    private static int sum(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void shouldHandOnAtOnceUnlessItsThreadCollects() throws Exception {
        Submission submission = submit(1).get(0);
        assertThat(shards.answerCalls()).containsExactly(1);
        assertThat(submission.isAnswered()).isTrue();
    }

    @Test
    void shouldHandOnInOneCallAShardWhatAPassHasRead() throws Exception {
        desk.collectOnThisThread(whenPassEnds::add);
        List<Submission> submissions = submit(60);
        assertThat(shards.answerCalls()).as("the pass has not ended").isEmpty();
        assertThat(whenPassEnds).as("one task a pass").hasSize(1);

        whenPassEnds.remove().run();
        List<Integer> calls = shards.answerCalls();
        assertThat(calls).hasSize(SHARDS);
        assertThat(sum(calls)).isEqualTo(60);
        assertThat(submissions).allMatch(Submission::isAnswered);
        assertThat(counts.entered).isEqualTo(60);
        assertThat(counts.answered).isEqualTo(60);
        assertThat(gate.inFlight()).isZero();
        assertThat(desk.queued()).isZero();

        submit(1);
        assertThat(whenPassEnds).as("the next pass").hasSize(1);
    }

    @Test
    void shouldDecideWhileStreamsFillTheMember() throws Exception {
        gate.enter(LIMIT);
        assertThat(gate.enterOrCall(1, () -> {})).as("a stream waits").isFalse();
        Submission submission = submit(1).get(0);
        assertThat(shards.answerCalls()).containsExactly(1);
        assertThat(submission.isAnswered()).isTrue();
    }

    @Test
    void shouldGiveEachItsOwnAnswer() throws Exception {
        desk.collectOnThisThread(whenPassEnds::add);
        List<Submission> submissions = submit(60);
        whenPassEnds.remove().run();
        assertThat(shards.answerCalls()).isNotEmpty();
        for (Submission submission : submissions) {
            // The shards answer a number that follows from the card.
            long card = submission.transaction().card();
            assertThat(submission.decision().rule()).isEqualTo((int) (card % 50));
        }
    }

    @Test
    void shouldHandOnAtOnceWhenAsMuchIsCollectedAsMayBe() throws Exception {
        desk.collectOnThisThread(whenPassEnds::add);
        submit(Intake.TRANSACTIONS_MAX + 1);
        assertThat(sum(shards.answerCalls())).isEqualTo(Intake.TRANSACTIONS_MAX);
        whenPassEnds.remove().run();
        assertThat(sum(shards.answerCalls())).isEqualTo(1);
    }

    @Test
    void shouldAnswerTheOthersWhenOneOfThemCannotBeTold() throws Exception {
        desk.collectOnThisThread(whenPassEnds::add);
        List<Submission> submissions = submit(20);
        submissions.get(7).await(TimeUnit.MINUTES.toNanos(1), decision -> {
            throw new IllegalStateException("planted: whoever waits cannot be told");
        });
        whenPassEnds.remove().run();
        assertThat(shards.answerCalls()).isNotEmpty();
        assertThat(submissions).allMatch(Submission::isAnswered);
        assertThat(gate.inFlight()).isZero();
    }

    @Test
    void shouldLeaveRehearsedTransactionsOutOfTheCounts() throws Exception {
        desk.collectOnThisThread(whenPassEnds::add);
        for (int i = 0; i < 10; i++) {
            submit(1);
            assertThat(desk.rehearse(transaction(i), submitter, System.nanoTime())
                            .isRehearsed())
                    .isTrue();
        }
        whenPassEnds.remove().run();
        assertThat(sum(shards.answerCalls())).isEqualTo(20);
        assertThat(counts.entered).isEqualTo(10);
        assertThat(counts.answered).isEqualTo(10);
        assertThat(gate.inFlight()).isZero();
    }
}
