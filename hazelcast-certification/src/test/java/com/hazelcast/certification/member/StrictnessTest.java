package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.metrics.Books;
import com.hazelcast.certification.routing.Acks;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is answered while copies are missing: real members in this JVM, with one backup, of which one is killed. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StrictnessTest {
    private static final long COUNT = 100_000;
    private static final long RATE = 30_000;

    /** Members read that much further when nothing is answered. */
    private static final int IN_FLIGHT_MAX = 16_384;

    @Test
    void shouldHoldAnswersBackUntilAnotherMemberTakesTheLostCopies() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = scoringWithAKilledMember(cluster);
            Books held = awaitStandstill(reader);

            cluster.startMember();
            cluster.awaitAnswered(reader, COUNT);

            assertThat(held.scored())
                    .as("answered before the copies were complete")
                    .isLessThan(COUNT);
            assertThat(reader.status().books()).isEqualTo(new Books(COUNT, COUNT, 0, 0, 0));
            cluster.awaitMembers(2);
            assertThat(cluster.control().verify().problems()).isEmpty();
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + COUNT);
        }
    }

    @Test
    void shouldGoOnWithFewerCopiesWhenTheOperatorSaysSo() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = scoringWithAKilledMember(cluster);
            awaitStandstill(reader);

            cluster.control().expect(1);
            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.status().books()).isEqualTo(new Books(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldAnswerWithASingleCopyWhenAcksAreFast() throws IOException {
        try (TestCluster cluster = new TestCluster().withAcks(Acks.FAST)) {
            FraudMember reader = scoringWithAKilledMember(cluster);

            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.status().books()).isEqualTo(new Books(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldGoOnAtOnceWhenAMemberLeavesInOrder() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, RATE));
            FraudMember leaver = cluster.startMember();
            cluster.load();
            cluster.control().start();
            awaitScoring(reader);

            cluster.leave(leaver);
            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.status().books()).isEqualTo(new Books(COUNT, COUNT, 0, 0, 0));
        }
    }

    @Test
    void shouldScoreNothingWithFewerMembersThanAskedFor() throws IOException {
        try (TestCluster cluster = new TestCluster().withMinMembers(2)) {
            FraudMember reader = scoringWithAKilledMember(cluster);
            cluster.control().expect(1);

            TestCluster.await("the state says why", () -> reader.status().state() == MemberState.TOO_FEW_MEMBERS);
            Books stopped = awaitStandstill(reader);
            cluster.startMember();
            cluster.awaitAnswered(reader, COUNT);

            assertThat(stopped.scored()).isLessThan(COUNT);
            assertThat(reader.status().books()).isEqualTo(new Books(COUNT, COUNT, 0, 0, 0));
            assertThat(reader.status().state()).isEqualTo(MemberState.SCORING);
        }
    }

    private static FraudMember scoringWithAKilledMember(TestCluster cluster) throws IOException {
        FraudMember reader = cluster.startMember(cluster.startSource(COUNT, RATE));
        FraudMember victim = cluster.startMember();
        cluster.load();
        cluster.control().start();
        awaitScoring(reader);
        cluster.kill(victim);
        return reader;
    }

    private static void awaitScoring(FraudMember reader) {
        TestCluster.await("scoring under way", () -> books(reader).scored() > COUNT / 20);
    }

    private static Books books(FraudMember member) {
        return member.metrics().books();
    }

    /** Waits until the reader has read what may be in flight and nothing of it is answered. */
    private static Books awaitStandstill(FraudMember reader) {
        TestCluster.await(
                "everything that may be in flight is, and waits",
                () -> books(reader).inFlight() > IN_FLIGHT_MAX / 2 && isStill(reader));
        return books(reader);
    }

    private static boolean isStill(FraudMember reader) {
        Books before = books(reader);
        TestCluster.pause();
        return books(reader).equals(before);
    }
}
