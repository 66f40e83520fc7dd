package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.metrics.ApiFigures;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of the API, against a member that works. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class DecisionsTest {
    private static final TestCluster CLUSTER = new TestCluster();
    private static FraudMember member;
    private static ApiUser user;
    private final long now = System.currentTimeMillis();

    @BeforeAll
    static void start() throws IOException {
        member = CLUSTER.withUnknownCards(UnknownCards.REJECT)
                .withApi(ApiUser.settings(
                        ApiUser.decisions(Duration.ofSeconds(5), 1_000, 50), 1_000, Optional.empty(), Optional.empty()))
                .startMember();
        user = new ApiUser(member);
        assertThat(user.get("/readyz").status()).isEqualTo(503);
        assertThat(user.post("/v1/decisions", transaction(1, System.currentTimeMillis(), ""))
                        .text("code"))
                .isEqualTo("not_scoring");
        CLUSTER.load();
        CLUSTER.control().start();
    }

    @AfterAll
    static void stop() throws IOException {
        CLUSTER.close();
    }

    @Test
    void shouldDecideAndReplayTheRecordedDecision() {
        ApiUser.Answer first = user.post("/v1/decisions", transaction(7, now, ",\"reference\":\"order-1\""));
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.text("source")).isEqualTo("rules");
        assertThat(first.json().path("replayed").asBoolean()).isFalse();
        ApiUser.Answer again = user.post("/v1/decisions", transaction(7, now, ""), "Idempotency-Key", "order-1");
        assertThat(again.json().path("replayed").asBoolean()).isTrue();
        assertThat(again.text("action")).isEqualTo(first.text("action"));
        ApiUser.Answer other = user.post("/v1/decisions", transaction(7, now + 1, ",\"reference\":\"order-1\""));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text("code")).isEqualTo("reference_reused");
        assertThat(other.text("value")).isEqualTo("order-1");
    }

    @Test
    void shouldTakeTheRightPaymentUnderTheReferenceOfOneThatWasRejected() {
        String path = "/v1/transactions/order-2";
        ApiUser.Answer future = user.call("PUT", path, transaction(7, now + 86_400_000, ""));
        assertThat(future.text("code")).as(future.body()).isEqualTo("future");
        assertThat(Instant.parse(future.text("value")).toEpochMilli()).isEqualTo(now + 86_400_000);

        ApiUser.Answer right = user.call("PUT", path + "?wait=5000ms", transaction(7, now + 2, ""));

        assertThat(right.status()).as(right.body()).isEqualTo(200);
        assertThat(right.text("source")).isEqualTo("rules");
        assertThat(user.get(path).text("action")).isEqualTo(right.text("action"));
        assertThat(user.call("PUT", path, transaction(7, now + 3, "")).text("code"))
                .isEqualTo("reference_reused");
    }

    @Test
    void shouldTakeNothingWhenTheTimeToWaitIsWrong() {
        long before = CLUSTER.survey().everInserted();
        for (String wait : List.of("abc", "20000ms", "-1", "")) {
            ApiUser.Answer answer = user.post("/v1/transactions?wait=" + wait, transaction(9, now, ""));
            assertThat(answer.status()).as(answer.body()).isEqualTo(422);
            assertThat(answer.text("field")).isEqualTo("wait");
        }
        assertThat(CLUSTER.survey().everInserted()).isEqualTo(before);
        assertThat(user.post("/v1/transactions?wait=0", transaction(9, now, "")).status())
                .isIn(200, 202);
    }

    @Test
    void shouldTakeNothingWhenAParameterIsThereTwice() {
        long before = CLUSTER.survey().everInserted();
        String payment = transaction(9, now, "");
        String token = user.post("/v1/cards", "{\"card\":\"00000000000009\"}")
                .json()
                .at("/cards/0/token")
                .asText();
        Map<String, ApiUser.Answer> answers = Map.of(
                "explain", user.post("/v1/decisions?explain=false&explain=true", payment),
                "wait", user.post("/v1/transactions?wait=0&WAIT=5", payment),
                "limit", user.get("/v1/cards/" + token + "/history?limit=1&limit=2"),
                "cursor", user.get("/v1/cards/" + token + "/history?cursor=a&limit=1&cursor=b"));
        answers.forEach((parameter, answer) -> {
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.text("code")).as(answer.body()).isEqualTo("duplicate_parameter");
            assertThat(answer.text("field")).isEqualTo(parameter);
        });
        assertThat(CLUSTER.survey().everInserted()).isEqualTo(before);
    }

    @Test
    void shouldSayInWordsWhichRuleHeld() {
        String large = transaction(8, now, "")
                .replace("\"DE\"", "111")
                .replace(":5411", ":22")
                .replace("\"amount\":\"12.34\"", "\"amountMinor\":200001");
        JsonNode decision = user.post("/v1/decisions", large).json();
        assertThat(decision.path("action").asText()).isEqualTo("decline");
        assertThat(decision.path("rule").path("id").asInt()).isEqualTo(1);
        assertThat(decision.path("reason").asText()).contains("200,000");
    }

    @Test
    void shouldSayWithWhichValuesTheRulesHeldWhenAsked() {
        String large = transaction(12, now, ",\"reference\":\"explained\"")
                .replace("\"DE\"", "111")
                .replace(":5411", ":22")
                .replace("\"amount\":\"12.34\"", "\"amountMinor\":200001");
        JsonNode decision = user.post("/v1/decisions?explain=true", large).json();
        assertThat(decision.path("action").asText()).isEqualTo("decline");
        assertThat(decision.path("reason").asText()).contains("200,000");
        JsonNode first = decision.path("reasons").path(0);
        assertThat(first.path("rule").toString()).isEqualTo("{\"id\":1,\"name\":\"country-111-large\"}");
        assertThat(first.path("reason").asText())
                .isEqualTo("tx.country is 111; tx.amount is 200,001, more than 200,000; tx.merchant is 22");
        JsonNode again = user.post("/v1/decisions?explain=true", large).json();
        assertThat(again.path("replayed").asBoolean()).isTrue();
        assertThat(again.path("reasons").isNull()).isTrue();
        assertThat(user.post("/v1/decisions?explain=false", large).json().has("reasons"))
                .isFalse();
    }

    @Test
    void shouldGiveBackThePlacesOfExplainedDecisions() {
        // More than the queue has.
        for (int i = 0; i < 1_100; i++) {
            ApiUser.Answer answer = user.post("/v1/decisions?explain=true", transaction(100 + i, now + 1, ""));
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        }
        assertThat(user.post("/v1/decisions?explain=maybe", transaction(13, now, ""))
                        .text("field"))
                .isEqualTo("explain");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"card\":\"4000220000112333\"|400|not_json|",
                "[]|400|not_json|",
                "{\"card\":4000220000112333}|422|wrong_type|card",
                "{\"card\":\"400022000011233x\"}|422|not_a_card|card",
                "{\"pan\":\"4000220000112333\"}|422|unknown_field|pan",
                "{\"mcc\":1,\"mcc\":2}|422|duplicate_field|mcc",
                "{\"mcc\":10000}|422|out_of_range|mcc",
                "{\"mcc\":{}}|422|wrong_type|mcc",
                "{\"currency\":\"XYZ\"}|422|unknown_code|currency",
                "{\"country\":\"QQ\"}|422|unknown_code|country",
                "{\"time\":\"2026-02-30T05:00:00.123Z\"}|422|not_a_time|time",
                "{\"deadlineMs\":0}|422|out_of_range|deadlineMs",
                "{\"amount\":12.34}|422|wrong_type|amount",
                "{\"mcc\":1}|422|missing_field|card"
            })
    void shouldNameFieldValueAndRemedyOfWhatIsWrong(String body, int status, String code, String field) {
        ApiUser.Answer answer = user.post("/v1/decisions", body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("field")).isEqualTo(field == null ? "" : field);
        assertThat(answer.text("remedy")).isNotEmpty();
        assertThat(answer.body()).doesNotContain("4000220000112333");
    }

    @ParameterizedTest
    @CsvSource({"12.345,EUR", "1.5,JPY", "-1,EUR", "1e3,EUR", "99999999999,EUR", ".5,EUR", "12.34,107"})
    void shouldRejectAmountsThatTheirCurrencyDoesNotHave(String amount, String currency) {
        String body = transaction(7, now, "").replace("12.34", amount).replace("EUR", currency);
        assertThat(user.post("/v1/decisions", body).text("field")).isEqualTo("amount");
    }

    @Test
    void shouldAnswerABatchInItsOrderWithBadLinesAmongThem() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            lines.append(i % 10 == 3 ? "{\"card\":\"x\"}" : transaction(100 + i, now, ""))
                    .append('\n');
        }
        ApiUser.Answer answer = user.post("/v1/decisions:batch", lines.toString());
        assertThat(answer.status()).isEqualTo(200);
        List<String> answers = answer.body().lines().toList();
        assertThat(answers).hasSize(1_000);
        for (int i = 0; i < 1_000; i++) {
            assertThat(answers.get(i)).contains("\"line\":" + (i + 1) + (i % 10 == 3 ? "}" : ","));
            assertThat(answers.get(i)).contains(i % 10 == 3 ? "not_a_card" : "\"source\":\"rules\"");
        }
        assertThat(user.post("/v1/decisions:batch", "{}\n".repeat(10_001)).text("code"))
                .isEqualTo("wrong_count");
    }

    @Test
    void shouldLetASubmittedTransactionBeReadUntilItIsKeptNoLonger() {
        ApiUser.Answer submitted = user.post("/v1/transactions", transaction(9, now, ""));
        assertThat(submitted.status()).isIn(200, 202);
        String id = submitted.text("id");
        assertThat(submitted.header("location")).isEqualTo("/v1/transactions/" + id);
        ApiUser.Answer read = user.get("/v1/transactions/" + id + "?wait=5000ms");
        assertThat(read.text("status")).as(read.body()).isEqualTo("decided");
        for (int i = 0; i < 50; i++) {
            user.post("/v1/decisions", transaction(9, now, ""));
        }
        assertThat(user.get("/v1/transactions/" + id).status())
                .as("decisions take no place of it")
                .isEqualTo(200);
        for (int i = 0; i < 50; i++) {
            user.post("/v1/transactions", transaction(9, now, ""));
        }
        assertThat(user.get("/v1/transactions/" + id).status()).isEqualTo(410);
        assertThat(user.get("/v1/transactions/tx_0000000000").status()).isEqualTo(404);
        assertThat(user.get("/v1/transactions/never-put").status()).isEqualTo(404);
    }

    @Test
    void shouldGiveTheFirstAnswerToAReferenceAndAConflictToAnotherContent() {
        String body = transaction(10, now, "");
        ApiUser.Answer first = user.call("PUT", "/v1/transactions/mine-1?wait=5000", body);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        ApiUser.Answer again = user.call("PUT", "/v1/transactions/mine-1", body);
        assertThat(again.json().path("replayed").asBoolean()).isTrue();
        assertThat(again.text("id")).isEqualTo(first.text("id"));
        ApiUser.Answer other = user.call("PUT", "/v1/transactions/mine-1", transaction(11, now, ""));
        assertThat(other.status()).isEqualTo(409);
        assertThat(user.get("/v1/transactions/mine-1").text("id")).isEqualTo(first.text("id"));
    }

    @Test
    void shouldKeepNoAnswerOfACardThatIsForgotten(@TempDir Path folder) throws IOException {
        String body = transaction(14, now, "");
        ApiUser.Answer first = user.call("PUT", "/v1/transactions/mine-2?wait=5000ms", body);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        ApiUser.Answer decided = user.post("/v1/decisions", transaction(14, now + 1, ""));
        assertThat(decided.status()).as(decided.body()).isEqualTo(200);

        Path numbers = Files.writeString(folder.resolve("numbers.txt"), "00000000000014\n");
        assertThat(Fraud.commandLine("ctl")
                        .execute(
                                "ctl",
                                "forget-card",
                                "--address",
                                CLUSTER.controlAddress(),
                                "--cluster-name",
                                CLUSTER.name(),
                                "--file",
                                numbers.toString()))
                .isZero();

        assertThat(user.get("/v1/transactions/" + first.text("id")).status()).isEqualTo(410);
        assertThat(user.get("/v1/transactions/" + decided.text("id")).status()).isEqualTo(410);
        assertThat(user.get("/v1/transactions/mine-2").status()).isEqualTo(404);
        // As any other of a card that is not known.
        assertThat(user.call("PUT", "/v1/transactions/mine-2?wait=5000ms", body).text("code"))
                .isEqualTo("unknown_card");
    }

    @Test
    void shouldOpenCardsBeforeTheirFirstPaymentAndShowTheirHistory() {
        String card = "4000220000112333";
        String payment = transaction(0, now, "").replace("00000000000000", card);
        ApiUser.Answer unknown = user.post("/v1/decisions", payment);
        assertThat(unknown.text("code") + " " + unknown.text("value")).isEqualTo("unknown_card 400022******2333");
        JsonNode opened =
                user.post("/v1/cards", "{\"cards\":[\"" + card + "\"]}").json();
        assertThat(opened.at("/cards/0/status").asText()).isEqualTo("opened");
        assertThat(opened.at("/cards/0/card").asText()).isEqualTo("400022******2333");
        assertThat(user.post("/v1/cards", "{\"card\":\"" + card + "\"}")
                        .json()
                        .at("/cards/0/status")
                        .asText())
                .isEqualTo("known");
        for (int i = 0; i < 5; i++) {
            ApiUser.Answer paid =
                    user.post("/v1/decisions", transaction(0, now + i, "").replace("00000000000000", card));
            assertThat(paid.status()).as(paid.body()).isEqualTo(200);
        }
        ApiUser.Answer page = user.post("/v1/cards:history", "{\"card\":\"" + card + "\",\"limit\":3}");
        assertThat(page.body()).doesNotContain(card).contains("400022******2333");
        assertThat(page.json().path("transactions")).hasSize(3);
        for (JsonNode entry : page.json().path("transactions")) {
            assertThat(entry.path("decidedWithin").asText()).isEqualTo("PT1M");
        }
        String token = opened.at("/cards/0/token").asText();
        ApiUser.Answer rest = user.get("/v1/cards/" + token + "/history?cursor=" + page.text("next"));
        assertThat(rest.json().path("transactions")).hasSize(2);
        assertThat(rest.json().path("next").isNull()).isTrue();
        String late = transaction(0, now - 3_600_000, "").replace("00000000000000", card);
        assertThat(user.post("/v1/decisions", late).status()).isEqualTo(200);
        JsonNode oldest = user.post("/v1/cards:history", "{\"card\":\"" + card + "\"}")
                .json()
                .path("transactions")
                .path(5);
        assertThat(oldest.path("decidedWithin").isNull()).as(oldest.toString()).isTrue();
        assertThat(user.get("/v1/cards/none/history").status()).isEqualTo(404);
    }

    @Test
    void shouldAnswerPathsAndMethodsThatItDoesNotHaveByProblems() {
        assertThat(user.get("/v1/nothing").text("code")).isEqualTo("no_such_path");
        assertThat(user.get("/v1/decisions").text("code")).isEqualTo("wrong_method");
        assertThat(user.post("/v1/decisions", "x".repeat(100_000)).status()).isEqualTo(413);
        assertThat(user.post("/v1/decisions", "a=b", "Content-Type", "application/x-www-form-urlencoded")
                        .status())
                .isEqualTo(415);
        assertThat(user.get("/livez").status()).isEqualTo(200);
        TestCluster.await("the member is ready", () -> user.get("/readyz").status() == 200);
        assertThat(user.get("/openapi.yaml").body()).startsWith("openapi: 3.1");
    }

    /** As {@code curl --data-binary} names what it sends. The library takes forms apart, and some it cannot. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
                "multipart/form-data; boundary=a",
                "multipart/form-data; boundary="
            })
    void shouldSayOfABodyThatIsNamedAFormThatItsTypeIsWrong(String type) {
        // More than the library takes of a field of a form.
        String lines = (transaction(1, now, "") + "\n").repeat(100);
        for (String path : List.of("/v1/decisions:batch", "/v1/cards", "/v1/labels", "/v1/cards:history")) {
            ApiUser.Answer answer = user.post(path, lines, "Content-Type", type);
            assertThat(answer.status()).as(path).isEqualTo(415);
            assertThat(answer.text("code")).as(path).isEqualTo("wrong_content_type");
            assertThat(answer.text("remedy")).as(path).contains("application/json");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/csv", "text/plain; charset=UTF-8", "application/x-ndjson2", "application/json-seq", "*/*"})
    void shouldTakeNoLineOfABatchThatIsNamedAnotherType(String type) {
        long before = CLUSTER.survey().everInserted();
        ApiUser.Answer answer = user.post("/v1/decisions:batch", transaction(1, now, ""), "Content-Type", type);
        assertThat(answer.status()).as(answer.body()).isEqualTo(415);
        assertThat(answer.text("code")).isEqualTo("wrong_content_type");
        assertThat(answer.text("remedy")).contains("application/x-ndjson");
        assertThat(CLUSTER.survey().everInserted()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-ndjson", "Application/X-NDJSON; charset=utf-8", "application/json"})
    void shouldTakeABatchByTheTypeOfItsLines(String type) {
        ApiUser.Answer answer = user.post("/v1/decisions:batch", transaction(1, now, ""), "Content-Type", type);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"source\":\"rules\"");
    }

    @Test
    void shouldSayWhenToSendCardsAgainThatCouldNotBeOpened() {
        Integer key = ApiUser.keyOf(member, 77);
        ShardMap.of(member.hazelcast()).lock(key);
        try {
            ApiUser.Answer answer = user.post("/v1/cards", "{\"card\":\"00000000000077\"}");
            assertThat(answer.status()).as(answer.body()).isEqualTo(503);
            assertThat(answer.json().at("/cards/0/status").asText()).isEqualTo("unavailable");
            assertThat(answer.header("retry-after")).isEqualTo("1");
        } finally {
            ShardMap.of(member.hazelcast()).unlock(key);
        }
    }

    @Test
    void shouldStandInWhenTheShardGivesNoAnswerAndLaterSayThatItDid() {
        int shards = ShardKeys.of(member.hazelcast()).shardCount();
        long card = 200;
        Integer key = ShardKeys.of(member.hazelcast()).keyOf(CardHash.shard(CardHash.of(card), shards));
        // 200.01 is more than the usual stand-in approves.
        String body = transaction(card, now, ",\"deadlineMs\":50").replace("12.34", "200.01");
        ShardMap.of(member.hazelcast()).lock(key);
        String id;
        try {
            ApiUser.Answer standIn = user.post("/v1/decisions", body);
            assertThat(standIn.status()).as(standIn.body()).isEqualTo(200);
            assertThat(standIn.text("source")).isEqualTo("stand_in");
            assertThat(standIn.text("action")).isEqualTo("review");
            assertThat(standIn.json().path("tookMicros").asLong()).isGreaterThan(40_000);
            id = standIn.text("id");
            assertThat(user.get("/v1/transactions/" + id).text("status")).isEqualTo("pending");
        } finally {
            ShardMap.of(member.hazelcast()).unlock(key);
        }
        ApiFigures before = member.metrics().apiFigures().orElseThrow();
        assertThat(before.standIns().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(1);
        TestCluster.await(
                "the rules decide",
                () -> user.get("/v1/transactions/" + id + "?wait=1000")
                        .text("status")
                        .equals("decided"));
        JsonNode later = user.post("/v1/decisions", body).json();
        assertThat(later.path("source").asText()).isEqualTo("rules");
        assertThat(later.path("replayed").asBoolean()).isTrue();
        assertThat(later.path("action").asText()).isIn("approve", "decline");
        assertThat(later.at("/standIn/action").asText()).isEqualTo("review");
        assertThat(later.at("/standIn/differed").asBoolean()).isTrue();
        ApiFigures after = member.metrics().apiFigures().orElseThrow();
        assertThat(List.of(after.late(), after.differing())).isEqualTo(List.of(1L, 1L));
        ApiUser.Answer history = user.post("/v1/cards:history", "{\"card\":\"" + String.format("%014d", card) + "\"}");
        assertThat(history.body().split("\"amountMinor\":20001", -1))
                .as("recorded once")
                .hasSize(2);
    }
}
