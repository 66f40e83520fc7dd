package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleMembers.CARD;
import static com.hazelcast.certification.console.ConsoleMembers.COUNTRY_OF_RULE_2;
import static com.hazelcast.certification.console.ConsoleMembers.score;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A set of rules, or a text that is none yet, tried on one card by the console's API. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleRuleTrialTest {
    private static final String VIEWER = "viewer-0123456789";
    private static final String ANALYST = "analyst-0123456789";
    private static final String NUMBER = Long.toString(CARD);
    private static final String UNKNOWN = "4000222333753199";
    private static final String TWO = "set two\npoints review at 30\nrule large points 30 when tx.amount >= 40\n"
            + "rule again decline when count(last 1h) >= 2\nrule mine points 5 when tx.card = '" + NUMBER + "'\n";

    private final TestCluster cluster = new TestCluster()
            .withConsole(new ConsoleSettings(
                    "127.0.0.1",
                    0,
                    Optional.empty(),
                    Optional.of(AccessToken.of("console-viewer-token", VIEWER)),
                    Optional.of(AccessToken.of("console-analyst-token", ANALYST)),
                    Optional.empty()));
    private ConsoleClient anyone;
    private ConsoleClient analyst;

    @BeforeEach
    void startMember() throws Exception {
        FraudMember member = cluster.startMember();
        cluster.load();
        anyone = ConsoleClient.of(member);
        analyst = anyone.with(ANALYST);
        score(member, CARD, 60_000, 20, 107, 0);
        score(member, CARD, 0, 50, COUNTRY_OF_RULE_2, 5);
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
        assertThat(anyone.bodies()).isNotEmpty().noneMatch(body -> body.contains(NUMBER) || body.contains(UNKNOWN));
    }

    private static String json(Map<String, ?> values) {
        ObjectNode object = new ObjectMapper().createObjectNode();
        values.forEach(object::putPOJO);
        return object.toString();
    }

    private JsonNode attempt(Map<String, ?> values) {
        ConsoleClient.Answer answer = analyst.post("/api/rule-trial", json(values));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private void assertRefused(int status, String sentence, Map<String, ?> values) {
        ConsoleClient.Answer answer = analyst.post("/api/rule-trial", json(values));
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.error()).contains(sentence);
    }

    private JsonNode history() {
        return analyst.post("/api/card", json(Map.of("card", NUMBER))).json().path("history");
    }

    @Test
    void shouldTryTheNewestTransactionOfACardUnlessAnotherIsGivenAndChangeNothing() {
        JsonNode before = history();
        long version = anyone.get("/api/rule-sets").json().path("version").asLong();

        JsonNode newest =
                attempt(Map.of("text", TWO, "card", "4000-2223 3375 31")).path("trial");
        assertThat(newest.path("card").asText()).isEqualTo("400022****7531");
        assertThat(newest.path("known").asBoolean()).isTrue();
        assertThat(newest.path("seen").asInt()).as("it does not see itself").isEqualTo(1);
        assertThat(newest.at("/transaction/amountUnits").asInt()).isEqualTo(50);
        assertThat(newest.at("/transaction/country").asInt()).isEqualTo(COUNTRY_OF_RULE_2);
        assertThat(newest.path("action").asText()).isEqualTo("review");
        assertThat(newest.path("rule").asInt()).isZero();
        assertThat(newest.path("ruleName").isNull()).isTrue();
        assertThat(newest.path("points").asInt()).isEqualTo(35);
        assertThat(newest.at("/matches/0/name").asText()).isEqualTo("large");
        assertThat(newest.at("/matches/0/reason").asText()).contains("50", "40");
        assertThat(newest.at("/matches/1/name").asText()).isEqualTo("mine");
        assertThat(newest.path("matches")).hasSize(2);

        String link = newest.path("cardLink").asText();
        for (int i = 0; i < 2; i++) {
            JsonNode another = attempt(Map.of("text", TWO, "cardLink", link, "transaction", Map.of("amountUnits", 7)))
                    .path("trial");
            assertThat(another.path("seen").asInt()).isEqualTo(2);
            assertThat(another.path("action").asText()).isEqualTo("decline");
            assertThat(another.path("rule").asInt()).isEqualTo(2);
            assertThat(another.path("ruleName").asText()).isEqualTo("again");
            assertThat(another.at("/matches/0/decided").asBoolean()).isTrue();
        }
        assertThat(history()).isEqualTo(before).hasSize(2);
        assertThat(anyone.get("/api/rule-sets").json().path("version").asLong()).isEqualTo(version);
    }

    @Test
    void shouldDecideByAStoredSetAsTheClusterHasDecided() {
        JsonNode trial = attempt(Map.of("set", 1, "card", NUMBER)).path("trial");
        assertThat(trial.path("rule").asInt())
                .isPositive()
                .isEqualTo(history().at("/0/verdict").asInt());
        assertThat(trial.path("action").asText()).isEqualTo("decline");
    }

    @Test
    void shouldSayWhereATextIsWrongAsACheckDoes() {
        Map<String, String> wrong = Map.of("text", "set s\nrule r decline when\n  tx.amuont > 3\n", "card", NUMBER);
        JsonNode tried = attempt(wrong);
        assertThat(tried.path("problems"))
                .hasSize(1)
                .isEqualTo(analyst.post("/api/rule-check", json(wrong)).json().at("/checked/problems"));
        assertThat(tried.at("/problems/0/line").asInt()).isEqualTo(3);
        assertThat(tried.path("trial").isNull()).isTrue();
    }

    @Test
    void shouldTryACardWithoutHistoryAgainstAnEmptyOneAndSaySo() {
        assertRefused(
                400,
                "give them with the transaction: country, amountUnits, currency, merchant, city",
                Map.of("text", TWO, "card", UNKNOWN));
        JsonNode trial = attempt(Map.of(
                        "text",
                        TWO,
                        "card",
                        UNKNOWN,
                        "transaction",
                        Map.of("country", 1, "amountUnits", 41, "currency", 2, "merchant", 3, "city", 4)))
                .path("trial");
        assertThat(trial.path("known").asBoolean(true)).isFalse();
        assertThat(trial.path("seen").asInt()).isZero();
        assertThat(trial.path("action").asText()).isEqualTo("review");
        assertThat(trial.path("points").asInt()).isEqualTo(30);
        assertThat(trial.at("/transaction/timeMs").asLong()).isPositive();
    }

    @Test
    void shouldRefuseWhoMayNotAndWhatIsWrong() {
        String body = json(Map.of("set", 1, "card", NUMBER));
        assertThat(anyone.post("/api/rule-trial", body).status()).isEqualTo(401);
        assertThat(anyone.with(VIEWER).post("/api/rule-trial", body).status()).isEqualTo(403);
        assertRefused(404, "set=99", Map.of("set", 99, "card", NUMBER));
        assertRefused(400, "give the text of a set", Map.of("card", NUMBER));
        assertRefused(400, "card must be a text of 8 to 19 digits", Map.of("set", 1));
        assertRefused(404, "leads to no card", Map.of("set", 1, "cardLink", "x"));
        assertRefused(400, "must be a JSON object", Map.of("set", 1, "card", NUMBER, "transaction", "x"));
        assertRefused(
                400,
                "1 to 3 digits: field=country",
                Map.of("set", 1, "card", NUMBER, "transaction", Map.of("country", 1_000)));
        assertRefused(400, "field=amount", Map.of("set", 1, "card", NUMBER, "transaction", Map.of("amountUnits", -1)));
    }
}
