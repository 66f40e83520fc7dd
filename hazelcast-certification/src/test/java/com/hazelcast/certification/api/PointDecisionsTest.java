package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.DecisionSettings;
import com.hazelcast.certification.api.decisions.StandInTable;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What answers say where the sum of points decides. What rules decline is answered {@code review} here. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PointDecisionsTest {
    private static final RuleSetText POINTS = new RuleSetText("""
            set amounts
            points challenge at 10, decline at 20
            rule large points 10 when tx.amount >= 1_000
            rule larger points 15 when tx.amount >= 2_000
            rule largest points 7 when tx.amount >= 3_000
            """, Map.of());

    private static final String SMALL = "approve, rule null, because null, score null of null";
    private static final String LARGE = "challenge, rule null, because the sum of points reached 10, score 10 of 10";
    private static final String LARGER = "review, rule null, because the sum of points reached 20, score 25 of 20";

    private static final TestCluster CLUSTER = new TestCluster();
    private static ApiUser user;
    private final long now = System.currentTimeMillis();

    @BeforeAll
    static void start() throws IOException {
        DecisionSettings decisions = new DecisionSettings(
                Duration.ofSeconds(5),
                1_000,
                Action.REVIEW,
                StandInTable.USUAL,
                1_000,
                Duration.ofMinutes(10),
                Optional.empty());
        user = ApiUser.decidedBy(
                CLUSTER.withApi(ApiUser.settings(decisions, 1_000, Optional.empty(), Optional.empty())), POINTS);
    }

    @AfterAll
    static void stop() throws IOException {
        CLUSTER.close();
    }

    private String payment(long card, String amount, String more) {
        return transaction(card, now, more).replace("12.34", amount);
    }

    private static String why(JsonNode decision) {
        return decision.path("action").asText() + ", rule " + decision.path("rule") + ", because "
                + decision.path("reason").asText() + ", score " + decision.path("score") + " of "
                + decision.path("scoreAtLeast");
    }

    @Test
    void shouldSayWhichScoreHasDecided() {
        assertThat(why(user.post("/v1/decisions", payment(1, "9.99", "")).json()))
                .isEqualTo(SMALL);
        assertThat(why(user.post("/v1/decisions", payment(2, "19.99", "")).json()))
                .isEqualTo(LARGE);
        assertThat(why(user.post("/v1/decisions", payment(3, "20.00", "")).json()))
                .isEqualTo(LARGER);
    }

    @Test
    void shouldSayTheSameOfATransactionThatComesAgain() {
        String payment = payment(4, "20.00", ",\"reference\":\"again\"");
        assertThat(why(user.post("/v1/decisions", payment).json())).isEqualTo(LARGER);

        JsonNode again = user.post("/v1/decisions", payment).json();

        assertThat(again.path("replayed").asBoolean()).isTrue();
        assertThat(why(again)).isEqualTo(LARGER);
    }

    @Test
    void shouldSayItInEachLineOfABatch() {
        String lines = payment(5, "9.99", "") + "\n" + payment(6, "19.99", "") + "\n" + payment(7, "20.00", "");

        List<String> answers = user.post("/v1/decisions:batch", lines)
                .body()
                .lines()
                .map(line -> why(ApiUser.json(line)))
                .toList();

        assertThat(answers).containsExactly(SMALL, LARGE, LARGER);
    }

    @Test
    void shouldSayItWhenADecisionIsReadLater() {
        String path = "/v1/transactions/points";
        assertThat(why(user.call("PUT", path + "?wait=5000ms", payment(8, "20.00", ""))
                        .json()))
                .isEqualTo(LARGER);
        assertThat(why(user.get(path).json())).isEqualTo(LARGER);
        assertThat(why(user.call("PUT", path, payment(8, "20.00", "")).json())).isEqualTo(LARGER);

        String id = user.post("/v1/transactions?wait=5000ms", payment(9, "9.99", ""))
                .text("id");
        assertThat(why(user.get("/v1/transactions/" + id).json())).isEqualTo(SMALL);
    }
}
