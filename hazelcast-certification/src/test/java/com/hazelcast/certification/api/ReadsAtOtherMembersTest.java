package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.hash;
import static com.hazelcast.certification.api.ApiUser.keyOf;
import static com.hazelcast.certification.api.ApiUser.transaction;
import static com.hazelcast.certification.api.ApiUser.withToken;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.shard.ShardMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one member has taken or decided is read at the others. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ReadsAtOtherMembersTest {
    private final long now = System.currentTimeMillis();

    @TempDir
    Path folder;

    @Test
    void shouldTakeAReferenceOnAnotherMemberAfterAnotherPaymentWasRejectedThere() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.withApi(ApiUser.usual())
                    .withUnknownCards(UnknownCards.REJECT)
                    .startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            String path = "/v1/transactions/order-1";
            String payment = transaction(1, now, "");
            ApiUser.Answer taken = new ApiUser(first).call("PUT", path + "?wait=5000ms", payment);
            assertThat(taken.status()).as(taken.body()).isEqualTo(200);

            ApiUser user = new ApiUser(second);
            ApiUser.Answer other = user.call("PUT", path + "?wait=5000ms", transaction(1, now + 1, ""));
            ApiUser.Answer read = user.get(path);
            ApiUser.Answer again = user.call("PUT", path + "?wait=5000ms", payment);

            assertThat(other.text("code")).as(other.body()).isEqualTo("reference_reused");
            assertThat(read.text("id"))
                    .as("what the first member has taken: " + read.body())
                    .isEqualTo(taken.text("id"));
            assertThat(again.json().path("replayed").asBoolean())
                    .as(again.body())
                    .isTrue();
            assertThat(user.get(path).text("action")).isEqualTo(again.text("action"));
        }
    }

    @Test
    void shouldReadTheDecisionAtEachMemberAfterOneHasRejectedAnotherPaymentUnderItsReference() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.withApi(ApiUser.usual());
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            cluster.awaitMembers(3);
            cluster.load();
            cluster.control().start();
            String path = "/v1/transactions/order-1";
            String future = transaction(1, now + Duration.ofDays(2).toMillis(), "");
            ApiUser.Answer rejected = new ApiUser(first).call("PUT", path + "?wait=5000ms", future);
            assertThat(rejected.text("code")).as(rejected.body()).isEqualTo("future");
            assertThat(new ApiUser(first).get(path).text("code"))
                    .as("no member has better")
                    .isEqualTo("future");

            ApiUser.Answer taken = new ApiUser(second).call("PUT", path + "?wait=5000ms", transaction(1, now, ""));

            assertThat(taken.text("status")).as(taken.body()).isEqualTo("decided");
            for (FraudMember member : List.of(first, second, third)) {
                ApiUser.Answer read = new ApiUser(member).get(path);
                assertThat(read.text("id")).as(read.body()).isEqualTo(taken.text("id"));
            }
        }
    }

    @Test
    void shouldReadAtEachMemberWhatOneHasTaken() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.withApi(ApiUser.usual());
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            cluster.awaitMembers(3);
            cluster.load();
            cluster.control().start();
            ApiUser taking = new ApiUser(third);
            ApiUser reading = new ApiUser(first);
            String path;
            Integer key = keyOf(first, 1);
            ShardMap.of(first.hazelcast()).lock(key);
            try {
                ApiUser.Answer submitted = taking.post("/v1/transactions", transaction(1, now, ""));
                path = submitted.header("location");
                ApiUser.Answer pending = reading.get(path + "?wait=50ms");
                assertThat(pending.status()).as(pending.body()).isEqualTo(200);
                assertThat(pending.text("status")).isEqualTo("pending");
            } finally {
                ShardMap.of(first.hazelcast()).unlock(key);
            }
            ApiUser.Answer decided = reading.get(path + "?wait=10000ms");
            assertThat(decided.text("status")).as(decided.body()).isEqualTo("decided");
            assertThat(path).endsWith(decided.text("id"));
            ApiUser.Answer own = taking.get(path);
            assertThat(decided.text("action")).isEqualTo(own.text("action"));
            assertThat(new ApiUser(second).get(path).body()).isEqualTo(own.body());

            ApiUser.Answer put = taking.call("PUT", "/v1/transactions/order-9?wait=5000ms", transaction(2, now, ""));
            assertThat(reading.get("/v1/transactions/order-9").text("id"))
                    .isEqualTo(put.text("id"))
                    .isNotEmpty();
            assertThat(reading.get("/v1/transactions/order-8").status()).isEqualTo(404);
            assertThat(reading.get("/v1/transactions/tx_0123456789").status()).isEqualTo(404);
            assertThat(reading.get("/v1/transactions/tx_0").status()).isEqualTo(404);
            ApiUser.Answer never = reading.get(path + "0000");
            assertThat(never.status())
                    .as("a number not given yet: " + never.body())
                    .isEqualTo(404);

            cluster.kill(third);
            cluster.awaitMembers(2);
            FraudMember fourth = cluster.startMember();
            cluster.awaitMembers(3);
            for (FraudMember member : List.of(first, second, fourth)) {
                ApiUser.Answer lost = new ApiUser(member).get(path);
                assertThat(lost.status()).as(lost.body()).isEqualTo(410);
                assertThat(lost.text("code")).isEqualTo("answer_lost");
            }
            assertThat(new ApiUser(fourth).get("/v1/transactions/tx_0123456789").status())
                    .isEqualTo(404);
        }
    }

    @Test
    void shouldReadAtAnotherMemberWhatTheSameClientHasSubmittedAlone() throws Exception {
        Path tokens = folder.resolve("tokens");
        Files.writeString(
                tokens, "one score " + hash("token-of-one") + "\nother score " + hash("token-of-other") + "\n");
        try (TestCluster cluster = new TestCluster()) {
            cluster.withApi(ApiUser.settings(
                    ApiUser.decisions(Duration.ofSeconds(5), 1_000, 1), 1_000, Optional.of(tokens), Optional.empty()));
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            ApiUser taking = withToken(first, "token-of-one");
            String path = taking.post("/v1/transactions?wait=5000ms", transaction(1, now, ""))
                    .header("location");
            ApiUser.Answer own = withToken(second, "token-of-one").get(path);
            assertThat(own.text("status")).as(own.body()).isEqualTo("decided");
            assertThat(withToken(second, "token-of-other").get(path).status()).isEqualTo(404);

            assertThat(taking.post("/v1/transactions?wait=5000ms", transaction(2, now, ""))
                            .status())
                    .isEqualTo(200);
            ApiUser.Answer expired = withToken(second, "token-of-one").get(path);
            assertThat(expired.text("code"))
                    .as("one answer is kept, the next has replaced it: " + expired.body())
                    .isEqualTo("answer_expired");
        }
    }
}
