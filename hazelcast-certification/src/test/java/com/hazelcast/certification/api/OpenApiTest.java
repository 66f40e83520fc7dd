package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The description of the API, held against a member by a validator of others. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OpenApiTest {
    private final long now = System.currentTimeMillis();
    private OpenApiInteractionValidator validator;

    private String check(ApiUser user, String method, String path, String body) {
        int query = path.indexOf('?');
        String plain = query < 0 ? path : path.substring(0, query);
        SimpleRequest.Builder request = new SimpleRequest.Builder(Request.Method.valueOf(method), plain);
        if (query >= 0) {
            String[] parameter = path.substring(query + 1).split("=", -1);
            request.withQueryParam(parameter[0], parameter[1]);
        }
        if (!body.isEmpty()) {
            request.withContentType("application/json").withBody(body);
        }
        ApiUser.Answer answer = user.call(method, path, body, "Content-Type", "application/json");
        SimpleResponse response = SimpleResponse.Builder.status(answer.status())
                .withContentType(answer.header("content-type"))
                .withBody(answer.body())
                .build();
        var report = answer.status() < 400
                ? validator.validate(request.build(), response)
                : validator.validateResponse(plain, Request.Method.valueOf(method), response);
        assertThat(report.hasErrors())
                .as(method + " " + path + ": " + answer.body() + "\n" + report)
                .isFalse();
        return answer.body();
    }

    @Test
    void shouldAnswerAsItsDescriptionSays() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.usual()).startMember();
            cluster.load();
            cluster.control().start();
            ApiUser user = new ApiUser(member);
            validator = OpenApiInteractionValidator.createForInlineApiSpecification(
                            user.get("/openapi.yaml").body())
                    .build();
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
        }
    }
}
