package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.console.ConsoleClient;
import com.hazelcast.certification.console.ConsoleMembers;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a member says to those who restart members and send them traffic. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HealthTest {
    private final TestCluster cluster = new TestCluster();

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    private static List<String> reasons(FraudMember member) {
        ConsoleClient.Answer answer = ConsoleClient.of(member).get("/readyz");
        List<String> reasons = ConsoleMembers.list(answer.json().path("reasons")).stream()
                .map(reason -> reason.path("reason").asText())
                .toList();
        assertThat(answer.status()).isEqualTo(reasons.isEmpty() ? 200 : 503);
        assertThat(answer.json().path("ready").asBoolean()).isEqualTo(reasons.isEmpty());
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        return reasons;
    }

    private static void awaitReasons(FraudMember member, String... expected) {
        TestCluster.await("reasons " + List.of(expected), () -> reasons(member).equals(List.of(expected)));
    }

    private static void assertAlive(FraudMember member) {
        ConsoleClient.Answer answer = ConsoleClient.of(member).get("/livez");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("live").asBoolean()).isTrue();
    }

    @Test
    void shouldBeReadyOnceLoadedAndStarted() throws IOException {
        FraudMember member = cluster.startMember();
        assertAlive(member);
        awaitReasons(member, "not_started", "not_loaded");
        cluster.control().startWithoutHistories();
        awaitReasons(member, "not_loaded");
        cluster.load();
        awaitReasons(member);
        member.stopScoring();
        awaitReasons(member, "not_started");
        assertAlive(member);
    }

    @Test
    void shouldNotBeReadyWithTooFewMembers() throws IOException {
        cluster.withMinMembers(2);
        FraudMember first = cluster.startMember();
        FraudMember second = cluster.startMember();
        cluster.load();
        cluster.control().start();
        awaitReasons(first);
        awaitReasons(second);
        cluster.kill(second);
        TestCluster.await("too few members", () -> reasons(first).contains("too_few_members"));
        JsonNode reason = ConsoleClient.of(first).get("/readyz").json().at("/reasons/0");
        assertThat(reason.path("detail").asText()).contains("min-members", "members=1");
        assertAlive(first);
    }

    @Test
    void shouldNotBeReadyWhileAnswersAreHeldBack() throws IOException {
        cluster.withDegradedAfter(Optional.empty());
        FraudMember first = cluster.startMember(cluster.startSource(2_000_000, 1_000));
        FraudMember second = cluster.startMember();
        cluster.load();
        cluster.control().start();
        cluster.awaitAnswered(first, 1_000);
        awaitReasons(first);
        cluster.kill(second);
        // No other member could hold the copies, and nobody has said that one is enough.
        TestCluster.await("held answers", () -> reasons(first).contains("held_answers"));
        cluster.control().expect(1);
        awaitReasons(first);
    }

    @Test
    void shouldNotBeReadyWhenItsShardsAreLost() throws IOException {
        FraudMember first = cluster.startMember();
        FraudMember second = cluster.startMember();
        FraudMember third = cluster.startMember();
        cluster.load();
        cluster.control().start();
        awaitReasons(first);
        cluster.kill(third);
        cluster.kill(second);
        TestCluster.await("lost shards", () -> reasons(first).contains("not_loaded"));
    }

    @Test
    void shouldNotBeReadyWhileLoading() throws IOException {
        FraudMember member = cluster.startMember();
        cluster.control().startWithoutHistories();
        var unused = member.load()
                .begin(Optional.of(new LoadSpec(2_000_000, 20, 1, System.currentTimeMillis(), Traffic.CHALLENGE)));
        TestCluster.await("loading", () -> reasons(member).contains("loading"));
    }

    @Test
    void shouldAnswerHealthBesideConnectionsThatHoldThePort() throws IOException {
        FraudMember member = cluster.startMember();
        cluster.load();
        cluster.control().start();
        awaitReasons(member);
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 160; i++) {
                held.add(new Socket("127.0.0.1", member.httpPort()));
            }
            for (int i = 0; i < 20; i++) {
                assertAlive(member);
                // Shards of a busy machine may not answer within a second, which is a reason as well.
                awaitReasons(member);
            }
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void shouldSayThatItIsLeaving() throws IOException {
        FraudMember member = cluster.startMember();
        FraudMember other = cluster.startMember();
        cluster.load();
        cluster.control().start();
        awaitReasons(member);
        List<String> seen = new ArrayList<>();
        Thread leaving = new Thread(() -> cluster.leave(member), "test-leave");
        leaving.start();
        TestCluster.await("the port closed", () -> {
            try {
                seen.addAll(reasons(member));
                return false;
            } catch (UncheckedIOException e) {
                return true;
            }
        });
        assertThat(seen).contains("leaving");
        TestCluster.await(
                "the other is ready",
                () -> reasons(other).isEmpty() || reasons(other).contains("held_answers"));
    }
}
