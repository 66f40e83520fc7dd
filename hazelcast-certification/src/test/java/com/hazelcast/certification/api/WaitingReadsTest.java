package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.begin;
import static com.hazelcast.certification.api.ApiUser.hash;
import static com.hazelcast.certification.api.ApiUser.queue;
import static com.hazelcast.certification.api.ApiUser.transaction;
import static com.hazelcast.certification.api.ApiUser.withToken;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardMap;
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

/** Who waits for a pending decision stands in the queue. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WaitingReadsTest {
    private static final int QUEUE = 3;

    private final long now = System.currentTimeMillis();

    @TempDir
    Path folder;

    private static CompletableFuture<ApiUser.Answer> reading(ApiUser user, String path) {
        return begin(() -> user.get(path + "?wait=10000ms"));
    }

    @Test
    void shouldTurnAwayWhoWouldWaitWhenTheQueueIsFullOfThoseWhoDo() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(10), QUEUE, 1_000),
                            100,
                            Optional.empty(),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            Integer key = ApiUser.keyOf(member, 1);
            List<CompletableFuture<ApiUser.Answer>> waiting = new ArrayList<>();
            ShardMap.of(member.hazelcast()).lock(key);
            try {
                String payment = transaction(1, now, "");
                ApiUser.Answer taken = user.call("PUT", "/v1/transactions/order-1", payment);
                assertThat(taken.status()).as(taken.body()).isEqualTo(202);
                String path = taken.header("location");
                TestCluster.await("its shard is silent, so it leaves the queue", () -> queue(member) == 0);
                for (int i = 1; i <= QUEUE; i++) {
                    int reading = i;
                    waiting.add(reading(user, path));
                    TestCluster.await("one more waits", () -> queue(member) == reading);
                }

                ApiUser.Answer oneMore = user.get(path + "?wait=10000ms");
                ApiUser.Answer atOnce = user.get(path);
                ApiUser.Answer again = user.call("PUT", path + "?wait=10000ms", payment);

                assertThat(oneMore.status()).as(oneMore.body()).isEqualTo(503);
                assertThat(oneMore.text("code")).isEqualTo("member_full");
                assertThat(atOnce.text("status")).as(atOnce.body()).isEqualTo("pending");
                assertThat(again.status())
                        .as("it is on its way, so it is not turned away: " + again.body())
                        .isEqualTo(202);
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
            for (CompletableFuture<ApiUser.Answer> answer : waiting) {
                assertThat(answer.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
            }
            TestCluster.await("no place is kept", () -> queue(member) == 0);
        }
    }

    @Test
    void shouldLetAClientWaitForItsOwnTransactionWithAQuotaOfOneAtOnce() throws Exception {
        Path tokens = folder.resolve("tokens");
        Files.writeString(tokens, "single score " + hash("single-token") + " concurrency=1\n");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(10), 100, 1_000),
                            10,
                            Optional.of(tokens),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = withToken(member, "single-token");
            // Its place is another call's, which is late, and its own transaction waits for the same shard.
            Integer key = ApiUser.keyOf(member, 1);
            CompletableFuture<ApiUser.Answer> waiting;
            CompletableFuture<ApiUser.Answer> deciding;
            ShardMap.of(member.hazelcast()).lock(key);
            try {
                ApiUser.Answer taken = user.call("PUT", "/v1/transactions/order-1", transaction(1, now, ""));
                assertThat(taken.status()).as(taken.body()).isEqualTo(202);
                TestCluster.await("its shard is silent, so it leaves the queue", () -> queue(member) == 0);
                deciding = begin(() -> user.post("/v1/decisions", transaction(1, now + 1, "")));
                TestCluster.await("the quota is used up", () -> queue(member) == 1);

                waiting = reading(user, taken.header("location"));
                TestCluster.await("one waits besides", () -> queue(member) == 2);

                ApiUser.Answer another = user.post("/v1/decisions", transaction(1, now + 2, ""));
                assertThat(another.status()).as(another.body()).isEqualTo(429);
                assertThat(another.text("code")).isEqualTo("concurrency");
            } finally {
                ShardMap.of(member.hazelcast()).unlock(key);
            }
            ApiUser.Answer read = waiting.get(60, TimeUnit.SECONDS);
            assertThat(read.text("status")).as(read.body()).isEqualTo("decided");
            assertThat(deciding.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
            TestCluster.await("no place is kept", () -> queue(member) == 0);
        }
    }

    /** What one member has taken is read at another. */
    @Test
    void shouldHoldOnePlaceFromBeginToEndToWaitForAnotherMember() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.withApi(ApiUser.settings(
                    ApiUser.decisions(Duration.ofSeconds(10), 1, 1_000), 1, Optional.empty(), Optional.empty()));
            FraudMember taking = cluster.startMember();
            FraudMember asking = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            Integer key = ApiUser.keyOf(taking, 1);
            CompletableFuture<ApiUser.Answer> waiting;
            ShardMap.of(taking.hazelcast()).lock(key);
            try {
                ApiUser.Answer taken =
                        new ApiUser(taking).call("PUT", "/v1/transactions/order-1", transaction(1, now, ""));
                assertThat(taken.status()).as(taken.body()).isEqualTo(202);
                ApiUser user = new ApiUser(asking);
                waiting = reading(user, taken.header("location"));
                TestCluster.await("it waits", () -> queue(asking) == 1);
                // Through many questions and the pauses between them nobody else gets the only place.
                for (int i = 0; i < 500; i++) {
                    ApiUser.Answer other = user.post("/v1/cards:history", "{\"card\":\"00000000000002\"}");
                    assertThat(other.status()).as(other.body()).isEqualTo(503);
                }
            } finally {
                ShardMap.of(taking.hazelcast()).unlock(key);
            }
            ApiUser.Answer read = waiting.get(60, TimeUnit.SECONDS);
            assertThat(read.text("status")).as(read.body()).isEqualTo("decided");
            TestCluster.await("no place is kept", () -> queue(asking) == 0);
        }
    }
}
