package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.gateway.NewCardQuota;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerAccounting;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.ScriptedRouter;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.Rejection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
            new Submitter("one", LIMIT, TurnedAway.Reason.CLIENT_FULL, new NewCardQuota(0, 1, System::nanoTime));
    private final DecisionDesk desk = desk(Optional.empty());

    private DecisionDesk desk(Optional<CardKey> key) {
        return new DecisionDesk(
                new DecisionSettings(
                        Duration.ofSeconds(10),
                        LIMIT,
                        Action.DECLINE,
                        StandInTable.USUAL,
                        LIMIT,
                        LONG,
                        Optional.empty()),
                shards.router(),
                gate,
                new AnswerAccounting(gate, counts),
                counts,
                new NoMeter(),
                Clock.systemUTC(),
                LONG,
                key,
                new RulesInUse(RuleSet.shipped()),
                () -> true,
                DecisionDesk.newIdTag());
    }

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
        public void decided(boolean byStandIn) {
            throw new AssertionError("nobody waits for an answer here, by a stand-in: " + byStandIn);
        }

        @Override
        public void stoodIn(StandInReason reason) {
            throw new AssertionError("no deadline passes here: " + reason);
        }

        @Override
        public void decidedLate(StandInReason reason, boolean differed) {
            throw new AssertionError("no deadline passes here");
        }

        @Override
        public void rejectedLate(StandInReason reason) {
            throw new AssertionError("no deadline passes here");
        }

        @Override
        public void turnedAway(TurnedAway.Reason reason) {
            throw new AssertionError("there is room here: " + reason);
        }

        @Override
        public void turnedAwayLines(TurnedAway.Reason reason, int count) {
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

    @Test
    void shouldKeepNoNumberOfACardWhereCardsAreKeyed() throws Exception {
        CardKey key = new CardKey(new byte[16]);
        try (DecisionDesk keyed = desk(Optional.of(key))) {
            RequestedTransaction asked = transaction(1);
            keyed.submit(asked, submitter, "client order-1", System.nanoTime());
            shards.answerCalls();

            Submission kept = Objects.requireNonNull(keyed.findReference("client order-1"));

            assertThat(kept.transaction().card())
                    .isEqualTo(keyed.identify(asked.card()))
                    .isNotEqualTo(asked.card());
            assertThat(kept.isOf(asked)).isTrue();
            assertThat(kept.isOf(transaction(2))).isFalse();
        }
    }

    private static boolean isAnswered(Submission submission) {
        Decision made = submission.decision();
        return made != null && made.action() != null;
    }

    private List<Submission> submit(int count) throws TurnedAway {
        List<Submission> submissions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            submissions.add(desk.submit(transaction(i), submitter, null, System.nanoTime()));
        }
        return submissions;
    }

    private List<Submission> submitAndAnswer(int count) throws Exception {
        List<Submission> submissions = new ArrayList<>();
        while (submissions.size() < count) {
            // No client may fill the queue.
            List<Submission> part = submit(Math.min(LIMIT / 2, count - submissions.size()));
            answer(part);
            submissions.addAll(part);
        }
        return submissions;
    }

    /** Within the time of a test. */
    private void answer(List<Submission> submissions) throws InterruptedException {
        while (!submissions.stream().allMatch(DecisionDeskTest::isAnswered)) {
            List<Integer> unused = shards.answerCalls();
        }
    }

    private static int sum(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void shouldHandOnAtOnceUnlessItsThreadCollects() throws Exception {
        Submission submission = submit(1).get(0);
        assertThat(shards.answerCalls()).containsExactly(1);
        assertThat(isAnswered(submission)).isTrue();
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
        assertThat(submissions).allMatch(DecisionDeskTest::isAnswered);
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
        assertThat(isAnswered(submission)).isTrue();
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
        assertThat(submissions).allMatch(DecisionDeskTest::isAnswered);
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

    @Test
    void shouldKeepWhatWasDecidedAsItWas() throws Exception {
        List<Submission> submissions = submitAndAnswer(60);
        for (int i = 0; i < submissions.size(); i++) {
            Submission submission = submissions.get(i);
            DecisionDesk.Found found = desk.findId(submission.id());
            assertThat(found.known()).isEqualTo(DecisionDesk.Known.KEPT);
            Submission kept = found.submission();
            assertThat(kept).isNotNull();
            assertThat(kept.id()).isEqualTo(submission.id());
            assertThat(kept.decision()).isNotNull().isEqualTo(submission.decision());
            assertThat(kept.isOf(submission.transaction())).isTrue();
            assertThat(kept.isOf(submissions.get((i + 1) % submissions.size()).transaction()))
                    .isFalse();
            assertThat(kept.isBy("one")).isTrue();
            assertThat(kept.isBy("other")).isFalse();
        }
    }

    @Test
    void shouldForgetTheOldestWhenAsManyAreKeptAsMayBe() throws Exception {
        Submission first = desk.submit(transaction(0), submitter, "a key", System.nanoTime() - 2 * LONG.toNanos());
        Submission second = desk.submit(transaction(1), submitter, "another key", System.nanoTime());
        answer(List.of(first, second));
        // The same key again: the later one is what it stands for, also when the earlier one goes.
        Submission again = desk.submit(transaction(2), submitter, "a key", System.nanoTime());
        answer(List.of(again));
        submitAndAnswer(LIMIT - 2);
        assertThat(desk.findId(first.id()).known()).isEqualTo(DecisionDesk.Known.EXPIRED);
        assertThat(desk.findId(second.id()).known()).isEqualTo(DecisionDesk.Known.KEPT);
        assertThat(id(desk.findReference("a key"))).isEqualTo(again.id());
        assertThat(id(desk.findReference("another key"))).isEqualTo(second.id());

        submitAndAnswer(2);
        assertThat(desk.findId(again.id()).known()).isEqualTo(DecisionDesk.Known.EXPIRED);
        assertThat(desk.findReference("a key")).isNull();
        assertThat(desk.findReference("another key")).isNull();
    }

    /** Of a batch, thousands may be late in one moment. */
    @Test
    void shouldNotKeepTheDeadlineOfASingleCallWaitingBehindThoseOfBatches() throws Exception {
        CountDownLatch isBusy = new CountDownLatch(1);
        CountDownLatch isAnswered = new CountDownLatch(1);
        gate.enter(1);
        Submission ofBatch = desk.submitEntered(transaction(0), submitter, System.nanoTime());
        Submission single = desk.ask(transaction(1), submitter, System.nanoTime());
        ofBatch.await(1, late -> {
            isBusy.countDown();
            awaitUninterrupted(isAnswered);
        });
        assertThat(isBusy.await(20, TimeUnit.SECONDS)).isTrue();

        single.await(1, late -> isAnswered.countDown());

        assertThat(isAnswered.await(20, TimeUnit.SECONDS)).isTrue();
        answer(List.of(ofBatch, single));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            boolean unused = latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldKeepWhatWasSubmittedHoweverManyAreDecidedInTheirCalls() throws Exception {
        Submission submitted = desk.submit(transaction(0), submitter, "a key", System.nanoTime());
        Submission asked = desk.ask(transaction(1), submitter, System.nanoTime());
        answer(List.of(submitted, asked));
        for (int part = 0; part < 2; part++) {
            List<Submission> more = new ArrayList<>();
            for (int i = 0; i < LIMIT / 4; i++) {
                more.add(desk.ask(transaction(i), submitter, System.nanoTime()));
                gate.enter(1);
                more.add(desk.submitEntered(transaction(i), submitter, System.nanoTime()));
            }
            answer(more);
        }
        assertThat(desk.findId(submitted.id()).known()).isEqualTo(DecisionDesk.Known.KEPT);
        assertThat(id(desk.findReference("a key"))).isEqualTo(submitted.id());
        assertThat(desk.findId(asked.id()).known()).isEqualTo(DecisionDesk.Known.EXPIRED);
    }

    @Test
    void shouldKnowOfAReferenceThatItsTimeIsOver() throws Exception {
        long longAgoNs = System.nanoTime() - 2 * LONG.toNanos();
        answer(List.of(desk.submit(transaction(0), submitter, "a key", longAgoNs)));
        assertThat(desk.findReference("a key")).isNull();
        assertThat(desk.hasExpired("a key")).isTrue();
        assertThat(desk.hasExpired("another key")).isFalse();
        Submission again = desk.submit(transaction(0), submitter, "a key", System.nanoTime());
        answer(List.of(again));
        assertThat(desk.hasExpired("a key")).isFalse();
        assertThat(id(desk.findReference("a key"))).isEqualTo(again.id());
    }

    private static @Nullable String id(@Nullable Submission submission) {
        return submission == null ? null : submission.id();
    }

    @Test
    void shouldKeepEveryKindOfDecision() {
        long nowNs = System.nanoTime();
        KeptSubmissions kept = new KeptSubmissions(1, Duration.ofNanos(5));
        List<Action> actions = new ArrayList<>(List.of(Action.values()));
        actions.add(null);
        List<Rejection> rejections = new ArrayList<>(List.of(Rejection.values()));
        rejections.add(null);
        long number = 0;
        for (Action action : actions) {
            for (Action standIn : actions) {
                for (Rejection rejection : rejections) {
                    boolean isOdd = number % 2 == 1;
                    Decision decision = new Decision(
                            action,
                            (int) number * 1_000_003 & Integer.MAX_VALUE,
                            number % 5 == 0 ? new Score(1 + (int) number * 7_919, (int) number * 11_003) : Score.NONE,
                            isOdd ? RuleSet.shipped() : null,
                            isOdd,
                            number % 3 == 1,
                            rejection,
                            standIn,
                            number << 40);
                    RequestedTransaction of = transaction((int) number);
                    Submission submission =
                            new Submission(desk, submitter, number, of, of.card(), nowNs, Submission.Kind.OF_BATCH);
                    kept.add(submission, null, nowNs);
                    assertThat(kept.find(desk, number, nowNs + 6))
                            .as("not decided")
                            .isSameAs(submission);
                    kept.decided(submission, decision);
                    Submission found = kept.find(desk, number, nowNs + 5);
                    assertThat(found).isNotNull();
                    assertThat(found.decision()).isEqualTo(decision);
                    assertThat(found.standIn()).isEqualTo(standIn);
                    assertThat(found.isOf(submission.transaction())).isTrue();
                    assertThat(kept.find(desk, number, nowNs + 6)).as("too old").isNull();
                    number++;
                }
            }
        }
    }
}
