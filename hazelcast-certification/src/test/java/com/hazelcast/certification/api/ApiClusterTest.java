package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.begin;
import static com.hazelcast.certification.api.ApiUser.hash;
import static com.hazelcast.certification.api.ApiUser.keyOf;
import static com.hazelcast.certification.api.ApiUser.queue;
import static com.hazelcast.certification.api.ApiUser.transaction;
import static com.hazelcast.certification.api.ApiUser.withToken;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.shard.ShardMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The API where members fail, clients are many, or requests are hostile. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ApiClusterTest {
    private final long now = System.currentTimeMillis();

    @TempDir
    Path folder;

    @Test
    void shouldReplayOnAnotherMemberAfterTheOneThatDecidedWasKilled() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.withApi(ApiUser.usual()).withUnknownCards(UnknownCards.REJECT);
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            cluster.awaitMembers(3);
            cluster.load();
            cluster.control().start();
            ApiUser killed = new ApiUser(third);
            List<String> actions = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                ApiUser.Answer answer =
                        killed.post("/v1/decisions", transaction(i, now, ",\"reference\":\"r-" + i + "\""));
                assertThat(answer.text("source")).as(answer.body()).isEqualTo("rules");
                actions.add(answer.text("action"));
            }
            String opened = "4000220000112333";
            assertThat(killed.post("/v1/cards", "{\"card\":\"" + opened + "\"}").status())
                    .isEqualTo(200);
            cluster.kill(third);
            cluster.awaitMembers(2);
            for (int i = 0; i < 40; i++) {
                ApiUser.Answer again = new ApiUser(i % 2 == 0 ? first : second)
                        .post("/v1/decisions", transaction(i, now, ",\"reference\":\"r-" + i + "\""));
                assertThat(again.json().path("replayed").asBoolean())
                        .as(again.body())
                        .isTrue();
                assertThat(again.text("action")).isEqualTo(actions.get(i));
            }
            ApiUser.Answer paid = new ApiUser(first)
                    .post("/v1/decisions", transaction(0, now, "").replace("00000000000000", opened));
            assertThat(paid.status())
                    .as("the card is known after the kill: " + paid.body())
                    .isEqualTo(200);
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + 41);
        }
    }

    @Test
    void shouldTurnAwayWhoFillsItsQueueAndAnswerItsNeighbour() throws Exception {
        Path tokens = folder.resolve("tokens");
        Files.writeString(
                tokens,
                "greedy score,read " + hash("greedy-token") + "\nlimited score " + hash("limited-token")
                        + " concurrency=2\nmodest score " + hash("modest-token") + "\n");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(10), 20, 1_000),
                            5,
                            Optional.of(tokens),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            cluster.control().start();
            Integer key = keyOf(member, 1);
            long other = otherShardThan(member, 1);
            ShardMap.of(member.hazelcast()).lock(key);
            List<CompletableFuture<ApiUser.Answer>> waiting = new ArrayList<>();
            ApiUser greedy = withToken(member, "greedy-token");
            ApiUser limited = withToken(member, "limited-token");
            try {
                for (int i = 0; i < 7; i++) {
                    String body = transaction(1, now + i, "");
                    ApiUser by = i < 5 ? greedy : limited;
                    waiting.add(begin(() -> by.post("/v1/decisions", body)));
                }
                TestCluster.await(
                        "the queues are full",
                        () -> greedy.post("/v1/decisions", transaction(1, now + 100, ",\"deadlineMs\":1"))
                                        .status()
                                != 200);
                ApiUser.Answer full = greedy.post("/v1/decisions", transaction(1, now + 50, ""));
                assertThat(full.status()).as(full.body()).isEqualTo(503);
                assertThat(full.text("code")).isEqualTo("client_full");
                assertThat(full.header("retry-after")).isEqualTo("1");
                TestCluster.await(
                        "the other is full as well",
                        () -> limited.post("/v1/decisions", transaction(1, now + 101, ",\"deadlineMs\":1"))
                                        .status()
                                == 429);
                ApiUser.Answer served =
                        withToken(member, "modest-token").post("/v1/decisions", transaction(other, now, ""));
                assertThat(served.text("source")).as(served.body()).isEqualTo("rules");
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
            for (CompletableFuture<ApiUser.Answer> answer : waiting) {
                assertThat(answer.get(60, TimeUnit.SECONDS).status()).isIn(200, 503, 429);
            }
            TestCluster.await(
                    "all is answered", () -> member.metrics().accounting().inFlight() == 0);
            assertThat(greedy.post("/v1/decisions", transaction(1, now + 200, ""))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void shouldKeepToRatesAndToTheQueueOfTheMember() throws Exception {
        Path tokens = folder.resolve("tokens");
        Files.writeString(
                tokens,
                "greedy score,read " + hash("greedy-token") + "\nhasty score " + hash("hasty-token")
                        + " rate=2\nmodest score,read " + hash("modest-token") + "\n");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(10), 3, 1_000),
                            100,
                            Optional.of(tokens),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            cluster.control().start();
            ApiUser hasty = withToken(member, "hasty-token");
            assertThat(hasty.post("/v1/decisions:batch", (transaction(1, now, "") + "\n").repeat(100))
                            .status())
                    .isEqualTo(200);
            ApiUser.Answer tooFast = hasty.post("/v1/decisions", transaction(1, now, ""));
            assertThat(tooFast.status()).as(tooFast.body()).isEqualTo(429);
            assertThat(tooFast.text("code")).isEqualTo("rate");
            assertThat(Integer.parseInt(tooFast.header("retry-after")))
                    .as("98 too many, at two a second")
                    .isBetween(2, 50);

            ApiUser modest = withToken(member, "modest-token");
            Integer key = keyOf(member, 1);
            ShardMap.of(member.hazelcast()).lock(key);
            try {
                ApiUser greedy = withToken(member, "greedy-token");
                List<CompletableFuture<ApiUser.Answer>> waiting = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    waiting.add(begin(() -> greedy.post("/v1/cards:history", "{\"card\":\"00000000000001\"}")));
                }
                TestCluster.await("the queue is full", () -> queue(member) == 3);
                ApiUser.Answer full = modest.post("/v1/decisions", transaction(2, now, ""));
                assertThat(full.status()).isEqualTo(503);
                assertThat(full.text("code")).isEqualTo("member_full");
                assertThat(full.header("retry-after")).isEqualTo("1");
                String card = "{\"card\":\"00000000000002\"}";
                assertThat(modest.post("/v1/cards:history", card).text("code")).isEqualTo("member_full");
                assertThat(modest.post("/v1/decisions:batch", transaction(2, now, ""))
                                .text("code"))
                        .isEqualTo("member_full");
                // Before there is room again: whoever waits for that may be turned away a few times more.
                assertThat(member.metrics().apiFigures().orElseThrow().turnedAway())
                        .containsEntry("member_full", 3L)
                        .containsEntry("rate", 1L);
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
            TestCluster.await(
                    "there is room again",
                    () -> modest.post("/v1/decisions", transaction(2, now, "")).status() == 200);
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + 2);
        }
    }

    @Test
    void shouldLeaveRoomForOthersWhenTheShardOfWhatWasSubmittedGivesNoAnswer() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(10), 3, 1_000),
                            100,
                            Optional.empty(),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            Integer key = keyOf(member, 1);
            long other = otherShardThan(member, 1);
            ShardMap.of(member.hazelcast()).lock(key);
            try {
                for (int i = 0; i < 3; i++) {
                    assertThat(user.post("/v1/transactions", transaction(1, now + i, ""))
                                    .status())
                            .isEqualTo(202);
                }
                TestCluster.await(
                        "a card of another shard is decided",
                        () -> user.post("/v1/decisions", transaction(other, now, ""))
                                        .status()
                                == 200);
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
        }
    }

    private static long otherShardThan(FraudMember member, long card) {
        long other = card + 1;
        while (keyOf(member, other).equals(keyOf(member, card))) {
            other++;
        }
        return other;
    }

    @Test
    void shouldAskWhoItIsAndReadTokensAgainAndLogWithoutCards() throws Exception {
        Path tokens = folder.resolve("tokens");
        Path log = folder.resolve("access.log");
        Files.writeString(tokens, "scorer score " + hash("the-first-token") + "\n");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(5), 20, 1_000),
                            5,
                            Optional.of(tokens),
                            Optional.of(log)))
                    .startMember();
            cluster.load();
            cluster.control().start();
            ApiUser first = withToken(member, "the-first-token");
            assertThat(new ApiUser(member)
                            .post("/v1/decisions", transaction(1, now, ""))
                            .text("code"))
                    .isEqualTo("no_token");
            ApiUser.Answer wrong = withToken(member, "the-first-tokem").post("/v1/decisions", transaction(1, now, ""));
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(first.post("/v1/decisions", transaction(1, now, "")).status())
                    .isEqualTo(200);
            assertThat(first.post("/v1/cards", "{\"card\":\"4000220000112333\"}")
                            .text("code"))
                    .isEqualTo("wrong_role");
            // Reasons have values of the history.
            assertThat(first.post("/v1/decisions?explain=true", transaction(2, now, ""))
                            .text("code"))
                    .isEqualTo("wrong_role");
            assertThat(new ApiUser(member).get("/readyz").status()).isIn(200, 503);

            Files.writeString(
                    tokens,
                    "scorer score " + hash("the-second-token") + "\nold read " + hash("expired-token")
                            + " expires=2020-01-01T00:00:00Z\n");
            ApiUser second = withToken(member, "the-second-token");
            TestCluster.await(
                    "the tokens are read again",
                    () -> second.post("/v1/decisions", transaction(2, now, "")).status() == 200);
            assertThat(first.post("/v1/decisions", transaction(1, now, "")).status())
                    .isEqualTo(401);
            assertThat(withToken(member, "expired-token")
                            .post("/v1/cards:history", "{}")
                            .status())
                    .isEqualTo(401);
            Files.writeString(tokens, "no line of tokens\n");
            TestCluster.pause();
            TestCluster.pause();
            assertThat(second.post("/v1/decisions", transaction(3, now, "")).status())
                    .as("the tokens stay")
                    .isEqualTo(200);
            TestCluster.await("the lines are written", () -> lines(log).size() >= 8);
            assertThat(lines(log))
                    .anyMatch(line -> line.contains("\"client\":\"scorer\"") && line.contains("decision"));
            assertThat(Files.readString(log)).doesNotContain("00000000000001", "4000220000112333", "the-first");
            for (String line : lines(log)) {
                assertThat(ApiUser.JSON.readTree(line).path("micros").isNumber())
                        .isTrue();
            }
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
