package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for a pending decision stands in the queue. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WaitingReadsTest {
    private static final int QUEUE = 3;

    private final long now = System.currentTimeMillis();

    private static long queue(FraudMember member) {
        return member.metrics().apiFigures().orElseThrow().queue();
    }

    private static CompletableFuture<ApiUser.Answer> reading(ApiUser user, String path) {
        return CompletableFuture.supplyAsync(() -> user.get(path + "?wait=10000ms"), task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        });
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
}
