package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleMembers.CARD;
import static com.hazelcast.certification.console.ConsoleMembers.score;
import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The description of the console's paths about sets of rules, held against a member by a validator of others. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleOpenApiTest {
    private static final String ANALYST = "analyst-0123456789";

    private ConsoleClient analyst;
    private OpenApiInteractionValidator validator;

    private void check(String path, Map<String, String> query, String body) {
        Request.Method method = body.isEmpty() ? Request.Method.GET : Request.Method.POST;
        SimpleRequest.Builder request = new SimpleRequest.Builder(method, path);
        StringBuilder address = new StringBuilder(path);
        query.forEach((name, value) -> {
            request.withQueryParam(name, value);
            address.append(address.indexOf("?") < 0 ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(value);
        });
        if (!body.isEmpty()) {
            request.withContentType("application/json").withBody(body);
        }
        ConsoleClient.Answer answer =
                body.isEmpty() ? analyst.get(address.toString()) : analyst.post(address.toString(), body);
        SimpleResponse response = SimpleResponse.Builder.status(answer.status())
                .withContentType(answer.header("content-type"))
                .withBody(answer.body())
                .build();
        var report = answer.status() < 400
                ? validator.validate(request.build(), response)
                : validator.validateResponse(path, method, response);
        assertThat(report.hasErrors())
                .as(address + ": " + answer.body() + "\n" + report)
                .isFalse();
    }

    @Test
    void shouldAnswerAsItsDescriptionSays() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withConsole(new ConsoleSettings(
                            "127.0.0.1",
                            0,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(AccessToken.of("console-analyst-token", ANALYST)),
                            Optional.empty()))
                    .startMember();
            cluster.load();
            score(member, CARD, 0, 50, 107, 0);
            analyst = ConsoleClient.of(member).with(ANALYST);
            validator = OpenApiInteractionValidator.createForInlineApiSpecification(
                            analyst.get("/openapi.yaml").body())
                    .build();
            Map<String, String> none = Map.of();
            check("/api/rule-sets", none, "");
            check("/api/rule-sets/1", none, "");
            check("/api/rule-sets/99", none, "");
            check("/api/rule-diff", Map.of("from", "1", "to", "1"), "");
            check("/api/rule-file-diff", Map.of("from", "1", "to", "1", "name", "none.csv"), "");
            check("/api/rule-log", Map.of("max", "5"), "");
            check("/api/rule-shadows", none, "");
            check("/api/rule-backtest", none, "");
            String text = "\"text\": \"set s rule r decline when tx.amount > 3\"";
            check("/api/rule-list-add", none, "{\"name\": \"none.csv\", \"lines\": \"1\", \"reason\": \"r\"}");
            check("/api/rule-check", none, "{" + text + ", \"against\": 1}");
            check("/api/rule-check", none, "{\"text\": \"set s\"}");
            check("/api/rule-trial", none, "{" + text + ", \"card\": \"" + CARD + "\"}");
            check("/api/rule-trial", none, "{\"text\": \"set s\", \"card\": \"" + CARD + "\"}");
            check("/api/rule-trial", none, "{" + text + "}");
            check("/api/rule-backtest/begin", none, "{" + text + ", \"sample\": 1}");
            check("/api/rule-backtest/cancel", none, "{}");
            TestCluster.await(
                    "the backtest has ended",
                    () -> !analyst.get("/api/rule-backtest")
                            .json()
                            .at("/backtest/running")
                            .asBoolean(true));
            check("/api/rule-backtest", none, "");
            check("/api/rule-change/activate", none, "{\"set\": 1, \"reason\": \"r\"}");
        }
    }
}
