package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.hash;
import static com.hazelcast.certification.api.ApiUser.transaction;
import static com.hazelcast.certification.api.ApiUser.withToken;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code POST /v1/labels}: who may, what a label names, and what is said of wrong ones. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LabelCallsTest {
    private static final String CARD = "00000000000001";

    private final long now = System.currentTimeMillis();

    @TempDir
    Path folder;

    private static String label(String more) {
        return "{\"labels\":[{\"card\":\"" + CARD + "\"" + more + "}]}";
    }

    private static String status(ApiUser.Answer answer) {
        return answer.json().path("labels").path(0).path("status").asText();
    }

    private static List<String> history(ApiUser user) throws Exception {
        List<String> labels = new ArrayList<>();
        for (JsonNode entry : user.post("/v1/cards:history", "{\"card\":\"" + CARD + "\",\"limit\":2}")
                .json()
                .path("transactions")) {
            labels.add(entry.path("label").asText());
        }
        return labels;
    }

    @Test
    void shouldLabelByReferenceOrByTimeAndAmountAndShowItInTheHistory() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.usual()).startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            assertThat(user.post("/v1/decisions", transaction(1, now, ",\"reference\":\"a\""))
                            .status())
                    .isEqualTo(200);
            assertThat(user.post("/v1/decisions", transaction(1, now + 5, "")).status())
                    .isEqualTo(200);
            assertThat(history(user)).containsExactly("null", "null");

            assertThat(status(user.post("/v1/labels", label(",\"reference\":\"a\",\"label\":\"fraud\""))))
                    .isEqualTo("labelled");
            assertThat(history(user)).containsExactly("null", "fraud");
            ApiUser.Answer genuine = user.post(
                    "/v1/labels", label(",\"time\":" + (now + 5) + ",\"amountMinor\":1234,\"label\":\"genuine\""));
            assertThat(genuine.status()).as(genuine.body()).isEqualTo(200);
            assertThat(genuine.json().path("labelled").asInt()).isEqualTo(1);
            assertThat(genuine.json().path("labels").path(0).path("card").asText())
                    .isEqualTo("000000****0001");
            assertThat(history(user)).containsExactly("genuine", "fraud");
            assertThat(status(user.post("/v1/labels", label(",\"reference\":\"a\",\"label\":\"genuine\""))))
                    .isEqualTo("labelled");
            assertThat(history(user)).as("a later label").containsExactly("genuine", "genuine");

            ApiUser.Answer retry = user.post("/v1/decisions", transaction(1, now, ",\"reference\":\"a\""));
            assertThat(retry.json().path("replayed").asBoolean()).isTrue();
            assertThat(history(user)).as("a duplicate takes no label").containsExactly("genuine", "genuine");
        }
    }

    @Test
    void shouldSayWhatIsWrongWithEachLabelAndTakeTheOthers() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.usual()).startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            user.post("/v1/decisions", transaction(1, now, ",\"reference\":\"a\""));
            ApiUser.Answer answer = user.post(
                    "/v1/labels",
                    "{\"labels\":[{\"card\":\"4000123412341234\",\"reference\":\"a\",\"label\":\"fraud\"},"
                            + "{\"card\":\"" + CARD + "\",\"reference\":\"zz\",\"label\":\"fraud\"},"
                            + "{\"card\":4000123412341234,\"reference\":\"a\",\"label\":\"fraud\"},"
                            + "{\"card\":\"" + CARD + "\",\"time\":5,\"label\":\"fraud\"},"
                            + "{\"card\":\"" + CARD + "\",\"reference\":\"a\",\"label\":\"4000123412341234\"},"
                            + "{\"card\":\"" + CARD + "\",\"reference\":\"a\\u0000b\",\"label\":\"fraud\"},"
                            + "{\"card\":\"" + CARD + "\",\"time\":1.5,\"amountMinor\":1,\"label\":\"fraud\"},"
                            + "{\"card\":\"" + CARD + "\",\"more\":1,\"label\":\"fraud\"},"
                            + "7,null,"
                            + "{\"card\":\"" + CARD + "\",\"reference\":\"a\",\"label\":\"genuine\"}]}");

            List<String> statuses = new ArrayList<>();
            answer.json()
                    .path("labels")
                    .forEach(row -> statuses.add(row.path("status").asText()));
            assertThat(statuses)
                    .containsExactly(
                            "unknown_card",
                            "unknown_transaction",
                            "wrong_type",
                            "not_named",
                            "unknown_label",
                            "out_of_range",
                            "wrong_type",
                            "unknown_field",
                            "wrong_type",
                            "wrong_type",
                            "labelled");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).doesNotContain("4000123412341234");
            assertThat(user.post("/v1/labels", "{\"labels\":[]}").text("code")).isEqualTo("wrong_count");
            assertThat(user.post("/v1/labels", "{\"labels\":{}}").text("code")).isEqualTo("wrong_count");
            assertThat(user.post("/v1/labels", "[]").text("code")).isEqualTo("not_json");
        }
    }

    @Test
    void shouldBeForThoseWithTheRoleLabel() throws Exception {
        Path tokens = folder.resolve("tokens");
        StringBuilder lines = new StringBuilder();
        for (String role : List.of("label", "score", "operate")) {
            lines.append(role)
                    .append(' ')
                    .append(role)
                    .append(' ')
                    .append(hash(role))
                    .append('\n');
        }
        Files.writeString(tokens, lines);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(5), 100, 100),
                            100,
                            Optional.of(tokens),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            String body = label(",\"reference\":\"a\",\"label\":\"fraud\"");
            assertThat(withToken(member, "label").post("/v1/labels", body).status())
                    .isEqualTo(200);
            for (String other : List.of("score", "operate")) {
                assertThat(withToken(member, other).post("/v1/labels", body).status())
                        .isEqualTo(403);
            }
        }
    }
}
