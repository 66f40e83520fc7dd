package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.cards.Cards;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.StopReport;
import com.hazelcast.certification.copies.CopyFigures;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.shard.ShardPresence;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is answered while copies are missing: real members in this JVM, with one backup, of which one is killed. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StrictnessTest {
    private static final long COUNT = 100_000;
    private static final long RATE = 30_000;

    /** More than any member scores while a test lasts. */
    private static final long ENDLESS = 100_000_000;

    /** Members read that much further when nothing is answered. */
    private static final int IN_FLIGHT_MAX = 16_384;

    @Test
    void shouldHoldAnswersBackUntilAnotherMemberTakesTheLostCopies() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember reader = scoringWithAKilledMember(cluster);
            Accounting held = awaitStandstill(reader);

            cluster.startMember();
            cluster.awaitAnswered(reader, COUNT);

            assertThat(held.scored())
                    .as("answered before the copies were complete")
                    .isLessThan(COUNT);
            assertThat(reader.status().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
            cluster.awaitMembers(2);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + COUNT);
        }
    }

    @Test
    void shouldGoOnWithFewerCopiesWhenTheOperatorSaysSo() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember reader = scoringWithAKilledMember(cluster);
            awaitStandstill(reader);

            cluster.control().expect(1);
            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.status().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
            assertThat(reader.copyFigures().degradedBecause()).isEqualTo("the operator expects 1 member(s)");
        }
    }

    @Test
    void shouldRefuseToGoOnWithAnotherNumberOfMembersThanThereAre() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember first = cluster.startMember();
            cluster.startMember();

            assertThatThrownBy(() -> cluster.control().expect(1)).hasMessageContaining("2 member(s)");
            cluster.control().expect(2);

            assertThat(first.copyFigures().isDegraded())
                    .as("two members can hold all copies")
                    .isFalse();
        }
    }

    @Test
    void shouldGoOnDegradedAfterAWhileAndBeStrictAgainWhenAMemberJoins() throws IOException {
        try (TestCluster cluster = new TestCluster().withDegradedAfter(Optional.of(Duration.ofSeconds(5)))) {
            FraudMember reader = scoringWithAKilledMember(cluster);
            TestCluster.await("the loss is seen", () -> reader.copyFigures().membersMissing() == 1);
            CopyFigures waiting = reader.copyFigures();
            cluster.awaitAnswered(reader, COUNT);
            CopyFigures degraded = reader.copyFigures();

            cluster.startMember();
            CopyFigures strict = reader.copyFigures();

            assertThat(waiting.isDegraded()).isFalse();
            assertThat(waiting.degradedInMs()).isBetween(0L, 5_000L);
            assertThat(degraded.degradedBecause()).contains("5000 ms");
            assertThat(strict).isEqualTo(new CopyFigures(null, List.of(), 0, 0, null));
            assertThat(reader.status().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldNotBeDegradedAgainWhenTheMembersAreThoseOfThatTimeAgain() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember reader = scoringWithAKilledMember(cluster, ENDLESS);
            long scoredBefore = awaitStandstill(reader).scored();
            cluster.control().expect(1);
            TestCluster.await("scoring again", () -> accounting(reader).scored() > scoredBefore);

            FraudMember second = cluster.startMember();
            cluster.kill(second);
            Accounting held = awaitStandstill(reader);

            assertThat(held.scored()).isLessThan(ENDLESS);
            assertThat(reader.copyFigures().isDegraded()).isFalse();
        }
    }

    @Test
    void shouldGoOnDegradedWhenTheSecondOfThreeLeavesInOrderAfterTheThirdWasLost() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, RATE));
            FraudMember leaves = cluster.startMember();
            FraudMember dies = cluster.startMember();
            cluster.load();
            cluster.control().start();
            awaitScoring(reader);

            cluster.kill(dies);
            cluster.awaitMembers(2);
            cluster.leave(leaves);
            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.copyFigures().degradedBecause()).contains("left in order");
        }
    }

    @Test
    void shouldGoOnWithoutAnOperatorWhenTwoOfThreeLeaveAtOnce() throws Exception {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, RATE));
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            cluster.load();
            cluster.control().start();
            awaitScoring(reader);

            Thread leaving = new Thread(() -> cluster.leave(second), "leaving");
            leaving.start();
            cluster.leave(third);
            leaving.join();
            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.copyFigures().degradedBecause()).contains("left in order");
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + COUNT);
        }
    }

    @Test
    void shouldAnswerWithASingleCopyWhenAcksAreFast() throws IOException {
        try (TestCluster cluster = new TestCluster().withAcks(Acks.FAST)) {
            FraudMember reader = scoringWithAKilledMember(cluster);

            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.status().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldGoOnAtOnceWhenAMemberLeavesInOrder() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, RATE));
            FraudMember leaver = cluster.startMember();
            cluster.load();
            cluster.control().start();
            awaitScoring(reader);

            cluster.leave(leaver);
            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.status().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldScoreNothingWithFewerMembersThanAskedFor() throws IOException {
        try (TestCluster cluster = new TestCluster().withMinMembers(2)) {
            FraudMember reader = scoringWithAKilledMember(cluster);

            TestCluster.await("the state says why", () -> reader.status().state() == MemberState.TOO_FEW_MEMBERS);
            assertThatThrownBy(() -> cluster.control().expect(1)).hasMessageContaining("min-members=2");
            Accounting stopped = awaitStandstill(reader);
            cluster.startMember();
            cluster.awaitAnswered(reader, COUNT);

            assertThat(stopped.scored()).isLessThan(COUNT);
            assertThat(reader.copyFigures().isDegraded()).isFalse();
            assertThat(reader.status().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
            assertThat(reader.status().state()).isIn(MemberState.SCORING, MemberState.WAITING);
        }
    }

    @Test
    void shouldNotSayThatACardIsOpenBeforeTheLostCopiesAreMadeAgain() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember member = cluster.startMember();
            FraudMember victim = cluster.startMember();
            cluster.load();
            Cards cards = new Cards(
                    ShardMap.of(member.hazelcast()),
                    ShardKeys.of(member.hazelcast()),
                    1,
                    Acks.STRICT,
                    member.copies(),
                    () -> ShardPresence.AWAITED);
            long[] card = {TestCluster.CARDS};
            cluster.kill(victim);
            TestCluster.await("the loss is seen", () -> member.copyFigures().membersMissing() == 1);

            assertThat(cards.open(card).join()).containsExactly(Cards.Opening.UNAVAILABLE);

            cluster.startMember();
            TestCluster.await("every copy has it", () -> cards.open(card).join()[0] == Cards.Opening.KNOWN);
        }
    }

    private static TestCluster neverDegraded() {
        return new TestCluster().withDegradedAfter(Optional.empty());
    }

    @Test
    void shouldSayHowManyAreStillInFlightWhenItIsStopped() throws IOException {
        try (TestCluster cluster = neverDegraded()) {
            FraudMember reader = scoringWithAKilledMember(cluster);
            Accounting waiting = awaitStandstill(reader);

            List<StopReport> stopped = cluster.control().stop();

            // On a busy machine the reader may have read once more meanwhile.
            long left = reader.status().accounting().inFlight();
            assertThat(left).isGreaterThanOrEqualTo(waiting.inFlight());
            assertThat(stopped).singleElement().satisfies(report -> {
                assertThat(report.address()).isEqualTo(cluster.address());
                assertThat((long) report.inFlight()).isEqualTo(left);
            });
        }
    }

    private static FraudMember scoringWithAKilledMember(TestCluster cluster) throws IOException {
        return scoringWithAKilledMember(cluster, COUNT);
    }

    private static FraudMember scoringWithAKilledMember(TestCluster cluster, long count) throws IOException {
        FraudMember reader = cluster.startMember(cluster.startSource(count, RATE));
        FraudMember victim = cluster.startMember();
        cluster.load();
        cluster.control().start();
        awaitScoring(reader);
        cluster.kill(victim);
        return reader;
    }

    private static void awaitScoring(FraudMember reader) {
        TestCluster.await("scoring under way", () -> accounting(reader).scored() > COUNT / 20);
    }

    private static Accounting accounting(FraudMember member) {
        return member.metrics().accounting();
    }

    /** Waits until the lanes are held, the reader has read what may be in flight beside what they hold, and nothing of it is answered. */
    private static Accounting awaitStandstill(FraudMember reader) {
        TestCluster.await(
                "everything that may be in flight is, and waits",
                () -> accounting(reader).inFlight() > IN_FLIGHT_MAX && isStill(reader));
        return accounting(reader);
    }

    private static boolean isStill(FraudMember reader) {
        Accounting before = accounting(reader);
        TestCluster.pause();
        return accounting(reader).equals(before);
    }
}
