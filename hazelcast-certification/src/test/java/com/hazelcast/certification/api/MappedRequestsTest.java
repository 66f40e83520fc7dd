package com.hazelcast.certification.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An API whose callers give JSON of their own shape. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MappedRequestsTest {
    private static final String MAP = """
            columns:
              card: payment.pan
              time: at
              amount: payment.value
              currency: payment.currency
              country: shop.country
              mcc: shop.category
              responseCode: {column: state, values: {APPROVED: 0, DECLINED: 5}}
              reference: id
              verdict: before
            time: milliseconds
            """;

    private final long now = System.currentTimeMillis();

    @TempDir
    Path folder;

    private String payment(String id, String value) {
        return "{\"id\":\"" + id + "\",\"at\":" + now + ",\"state\":\"APPROVED\",\"before\":7,\"more\":[1,{\"id\":2}],"
                + "\"payment\":{\"pan\":\"00000000000001\",\"value\":" + value + ",\"currency\":\"EUR\"},"
                + "\"shop\":{\"country\":\"DE\",\"category\":5411}}";
    }

    @Test
    void shouldReadTransactionsByTheMapping() throws Exception {
        Mapping mapping = MappingFile.readForScoring(Files.writeString(folder.resolve("map.yaml"), MAP));
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(5), 1_000, 1_000, Optional.of(mapping)),
                            1_000,
                            Optional.empty(),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            TestCluster.await("it has asked itself by its own schema", user::isReady);

            ApiUser.Answer decided = user.post("/v1/decisions", payment("p-1", "12.5"));
            assertThat(decided.text("status")).as(decided.body()).isEqualTo("decided");
            assertThat(decided.text("source")).isEqualTo("rules");
            ApiUser.Answer batch = user.post(
                    "/v1/decisions:batch", payment("p-1", "\"12.50\"") + "\n" + payment("p-2", "\"no\"") + "\n");
            String[] lines = batch.body().split("\n", -1);
            assertThat(ApiUser.json(lines[0]).path("replayed").asBoolean())
                    .as("the same payment: " + lines[0])
                    .isTrue();
            assertThat(ApiUser.json(lines[1]).path("field").asText())
                    .as(lines[1])
                    .isEqualTo("amount");
            ApiUser.Answer put = user.call("PUT", "/v1/transactions/p-3?wait=5000ms", payment("p-3", "3"));
            assertThat(put.text("status")).as(put.body()).isEqualTo("decided");

            assertCode(user, payment("p-4", "4").replace("\"EUR\"", "null"), "missing_field");
            assertCode(user, payment("p-4", "4").replace("\"value\":4", "\"value\":4,\"value\":5"), "duplicate_field");
            assertCode(user, payment("p-4", "4") + "{}", "not_json");
            assertCode(user, "[]", "not_json");
            ApiUser.Answer other = user.post("/v1/decisions", payment("p-4", "4"), "Idempotency-Key", "p-5");
            assertThat(other.text("code")).as(other.body()).isEqualTo("different_references");
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + 2);
        }
    }

    private static void assertCode(ApiUser user, String body, String code) {
        ApiUser.Answer answer = user.post("/v1/decisions", body);
        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.status()).isIn(400, 422);
    }
}
