package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The description of the API, held against a member by a validator of others. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OpenApiTest {
    private static final String JSON = "application/json";

    private final long now = System.currentTimeMillis();
    private OpenApiInteractionValidator validator;

    private String check(ApiUser user, String method, String path, String body) {
        return check(user, method, path, body, JSON).body();
    }

    private ApiUser.Answer check(
            ApiUser user, String method, String path, String body, String type, String... headers) {
        int query = path.indexOf('?');
        String plain = query < 0 ? path : path.substring(0, query);
        SimpleRequest.Builder request = new SimpleRequest.Builder(Request.Method.valueOf(method), plain);
        if (query >= 0) {
            String[] parameter = path.substring(query + 1).split("=", -1);
            request.withQueryParam(parameter[0], parameter[1]);
        }
        if (!body.isEmpty()) {
            request.withContentType(type).withBody(body);
        }
        List<String> all = new ArrayList<>(List.of("Content-Type", type));
        all.addAll(List.of(headers));
        ApiUser.Answer answer = user.call(method, path, body, all.toArray(String[]::new));
        SimpleResponse.Builder built = SimpleResponse.Builder.status(answer.status())
                .withContentType(answer.header("content-type"))
                .withBody(answer.body());
        for (String header : List.of("location", "retry-after", "www-authenticate")) {
            if (!answer.header(header).isEmpty()) {
                built.withHeader(header, answer.header(header));
            }
        }
        SimpleResponse response = built.build();
        var report = answer.status() < 400
                ? validator.validate(request.build(), response)
                : validator.validateResponse(plain, Request.Method.valueOf(method), response);
        assertThat(report.hasErrors())
                .as(method + " " + path + ": " + answer.body() + "\n" + report)
                .isFalse();
        return answer;
    }

    @Test
    void shouldAnswerAsItsDescriptionSays() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            // One answer is kept, so that the one before it is gone.
            FraudMember member = cluster.withApi(ApiUser.settings(
                            ApiUser.decisions(Duration.ofSeconds(5), 1_000, 1),
                            1_000,
                            Optional.empty(),
                            Optional.empty()))
                    .startMember();
            ApiUser user = new ApiUser(member);
            validator = OpenApiInteractionValidator.createForInlineApiSpecification(
                            user.get("/openapi.yaml").body())
                    .build();
            ApiUser.Answer early = check(user, "POST", "/v1/decisions", transaction(1, now, ""), JSON);
            assertThat(early.status()).isEqualTo(503);
            assertThat(early.header("retry-after")).isEqualTo("1");
            check(user, "GET", "/readyz", "");
            cluster.load();
            cluster.control().start();
            check(user, "POST", "/v1/decisions", transaction(1, now, ",\"reference\":\"a\""));
            check(user, "POST", "/v1/decisions", transaction(1, now, ",\"reference\":\"a\""));
            check(user, "POST", "/v1/decisions", "{\"card\":\"x\"}");
            assertThat(check(
                            user,
                            "POST",
                            "/v1/decisions?explain=true",
                            transaction(4, now, "")
                                    .replace("\"DE\"", "121")
                                    .replace("5411}", "5411,\"responseCode\":\"05\"}")))
                    .contains("tx.response is 5, not 0");
            check(user, "PUT", "/v1/transactions/mine", transaction(2, now, ""));
            check(user, "GET", "/v1/transactions/mine", "");
            check(user, "GET", "/v1/transactions/other", "");
            String id = ApiUser.JSON
                    .readTree(check(user, "POST", "/v1/transactions", transaction(3, now, "")))
                    .path("id")
                    .asText();
            check(user, "GET", "/v1/transactions/" + id, "");
            check(user, "POST", "/v1/cards", "{\"card\":\"4000220000112333\"}");
            check(user, "POST", "/v1/cards:history", "{\"card\":\"00000000000001\",\"limit\":2}");
            check(
                    user,
                    "POST",
                    "/v1/labels",
                    "{\"labels\":[{\"card\":\"00000000000001\",\"reference\":\"a\",\"label\":\"fraud\"},"
                            + "{\"card\":\"00000000000001\",\"time\":5,\"amountMinor\":1,\"label\":\"genuine\"}]}");
            check(user, "GET", "/livez", "");
            TestCluster.await("the member is ready", user::isReady);
            check(user, "GET", "/readyz", "");
            check(user, "GET", "/openapi.yaml", "");
            String lines = transaction(5, now, "") + "\n{}\n";
            assertThat(check(user, "POST", "/v1/decisions:batch", lines, "application/x-ndjson")
                            .status())
                    .isEqualTo(200);
            assertThat(check(user, "POST", "/v1/decisions", transaction(1, now + 1, ",\"reference\":\"a\""), JSON)
                            .status())
                    .isEqualTo(409);
            assertThat(check(user, "POST", "/v1/decisions", transaction(1, now, ""), JSON, "Authorization", "Bearer x")
                            .status())
                    .isEqualTo(401);
            ApiUser.Answer next = check(user, "POST", "/v1/transactions", transaction(6, now, ""), JSON);
            assertThat(next.header("location")).isEqualTo("/v1/transactions/" + next.text("id"));
            assertThat(check(user, "GET", "/v1/transactions/" + id, "", JSON).status())
                    .isEqualTo(410);
            String token = ApiUser.JSON
                    .readTree(check(user, "POST", "/v1/cards", "{\"card\":\"4000220000112333\"}"))
                    .at("/cards/0/token")
                    .asText();
            assertThat(check(user, "GET", "/v1/cards/" + token + "/history", "", JSON)
                            .status())
                    .isEqualTo(200);
            assertThat(check(user, "GET", "/v1/cards/none/history", "", JSON).status())
                    .isEqualTo(404);
        }
    }
}
