package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleMembers.CARD;
import static com.hazelcast.certification.console.ConsoleMembers.COUNTRY_OF_RULE_2;
import static com.hazelcast.certification.console.ConsoleMembers.list;
import static com.hazelcast.certification.console.ConsoleMembers.score;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console shows of cards and of flagged transactions of two real members, while transactions flow. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ConsoleCardsTest {
    @RegisterExtension
    static final ConsoleMembers members = new ConsoleMembers();

    private final ConsoleClient console = members.console();

    @Test
    void shouldExplainEveryFlaggedTransactionByItsRecordedVerdict() throws Exception {
        // The late one first: what is flagged then sees newer entries.
        score(members.asked(), CARD + 1, 0, 50_000, 107, 0);
        score(members.asked(), CARD + 1, 60_000, 40_000, 107, 0);
        score(members.asked(), CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
        List<JsonNode> flagged = list(console.get("/api/flagged").json().path("flagged"));
        assertThat(flagged).hasSizeGreaterThan(2);
        int explained = 0;
        for (JsonNode row : flagged.subList(0, Math.min(30, flagged.size()))) {
            assertThat(row.path("card").asText()).matches("[0-9]{6}\\*+[0-9]{4}");
            assertThat(row.path("reason").asText()).isNotEmpty();
            ConsoleClient.Answer answer =
                    console.get("/api/flagged/" + row.path("id").asText());
            if (answer.status() == 404) {
                continue;
            }
            explained++;
            JsonNode explanation = answer.json();
            List<JsonNode> decided = list(explanation.path("rules")).stream()
                    .filter(rule -> rule.path("decided").asBoolean())
                    .toList();
            assertThat(decided).hasSize(1);
            assertThat(decided.get(0).path("id").asInt())
                    .isEqualTo(row.path("rule").asInt())
                    .isEqualTo(explanation.at("/transaction/rule").asInt());
            assertThat(decided.get(0).path("reason").asText()).doesNotContain("has changed since");
            assertThat(list(explanation.path("history")))
                    .anyMatch(entry -> entry.path("timeMs").asLong()
                                    == row.path("timeMs").asLong()
                            && entry.path("verdict").asInt() == row.path("rule").asInt());
        }
        assertThat(explained).isPositive();
    }

    @Test
    void shouldExplainByWhatTheHistoryHeldThenWhenNewerOnesCameSince() throws Exception {
        try (TestCluster small = new TestCluster()) {
            FraudMember member = small.startMember();
            small.load();
            ConsoleClient client = ConsoleClient.of(member);
            // Above the average of what was before it; the newer one would raise the average above it.
            score(member, CARD, 60_000, 50, 107, 0);
            score(member, CARD, 30_000, 100, 107, 0);
            score(member, CARD, 0, 5_000, 107, 0);
            // A late one, above the average of what is newer; before it there was nothing.
            score(member, CARD + 1, 0, 50, 107, 0);
            score(member, CARD + 1, 60_000, 100, 107, 0);

            List<JsonNode> flagged = list(client.get("/api/flagged").json().path("flagged"));
            assertThat(flagged).hasSize(3).allSatisfy(row -> {
                assertThat(row.path("rule").asInt()).isEqualTo(36);
                JsonNode explanation =
                        client.get("/api/flagged/" + row.path("id").asText()).json();
                assertThat(explanation.at("/rules/0/id").asInt()).isEqualTo(36);
                assertThat(explanation.at("/rules/0/decided").asBoolean()).isTrue();
                assertThat(explanation.at("/rules/0/reason")).isEqualTo(row.path("reason"));
            });
            assertThat(flagged.stream().map(row -> row.path("reason").asText()))
                    .containsExactly(
                            "tx.amount is 100, more than 75 (avg(amount, last 60d including this))",
                            "tx.amount is 5,000, more than 1,716.66 (avg(amount, last 60d including this))",
                            "tx.amount is 100, more than 75 (avg(amount, last 60d including this))");
            assertThat(client.get("/api/flagged").json().path("sampled").asBoolean())
                    .isFalse();
            JsonNode newest = client.get(
                            "/api/flagged?after=" + flagged.get(1).path("id").asText())
                    .json();
            assertThat(list(newest.path("flagged"))).containsExactly(flagged.get(0));
            assertThat(newest.path("sampled").asBoolean()).isFalse();
            JsonNode cut = client.get("/api/flagged?max=1&after="
                            + flagged.get(2).path("id").asText())
                    .json();
            assertThat(list(cut.path("flagged"))).containsExactly(flagged.get(0));
            assertThat(cut.path("sampled").asBoolean()).as("one more is newer").isTrue();
            assertThat(list(client.get("/api/flagged?max=2").json().path("flagged")))
                    .containsExactly(flagged.get(0), flagged.get(1));
        }
    }

    @Test
    void shouldShowTheActionOfPointsAndOfRulesThatApprove() throws Exception {
        RuleSetText text = new RuleSetText("""
                set mixed
                points review at 50
                rule trusted approve when tx.amount < 10
                rule large decline when tx.amount >= 5_000
                rule some points 30 when tx.amount >= 100
                rule more points 30 when tx.amount >= 200
                """, Map.of());
        // A member alone would be degraded, and its rules could not be changed.
        try (TestCluster small = new TestCluster().withDegradedAfter(Optional.empty())) {
            FraudMember member = small.startMember();
            small.load();
            ClusterRules rules = small.control().rules();
            rules.change(new RuleChange(Kind.SUBMIT, 0, 0, 0, "Ana", "a test", text));
            rules.change(new RuleChange(Kind.ACTIVATE, 2, 0, 0, "Ana", "a test", null));
            int[] amounts = {6_000, 300, 50, 5};
            for (int i = 0; i < amounts.length; i++) {
                score(member, CARD, (amounts.length - i) * 10_000L, amounts[i], 107, 0);
            }

            ConsoleClient client = ConsoleClient.of(member);
            List<JsonNode> flagged = list(client.get("/api/flagged").json().path("flagged"));
            assertThat(flagged)
                    .extracting(
                            row -> row.path("set").asInt(),
                            row -> row.path("rule").asInt(),
                            row -> row.path("ruleName").asText(),
                            row -> row.path("action").asText(),
                            row -> row.path("reason").asText())
                    .containsExactlyInAnyOrder(
                            tuple(2, 2, "large", "decline", "tx.amount is 6,000, at least 5,000"),
                            tuple(2, 0, "points", "review", "60 points: some 30, more 30"));
            JsonNode explanation = flagged.stream()
                    .filter(row -> row.path("rule").asInt() == 0)
                    .map(row -> client.get("/api/flagged/" + row.path("id").asText())
                            .json())
                    .findFirst()
                    .orElseThrow();
            assertThat(explanation.at("/transaction/set").asInt()).isEqualTo(2);
            assertThat(explanation.at("/transaction/ruleName").asText()).isEqualTo("points");
            assertThat(explanation.at("/transaction/action").asText()).isEqualTo("review");
            assertThat(list(explanation.path("rules")))
                    .extracting(
                            rule -> rule.path("name").asText(),
                            rule -> rule.path("points").asInt(),
                            rule -> rule.path("decided").asBoolean())
                    .containsExactly(tuple("some", 30, false), tuple("more", 30, false));
            JsonNode found = client.get(
                            "/api/card/" + flagged.get(0).path("cardLink").asText())
                    .json();
            assertThat(list(found.path("history")))
                    .isEqualTo(list(explanation.path("history")))
                    .extracting(
                            entry -> entry.path("amountUnits").asInt(),
                            entry -> entry.path("set").asInt(),
                            entry -> entry.path("verdict").asInt(),
                            entry -> entry.path("ruleName").asText(),
                            entry -> entry.path("action").asText())
                    .containsExactly(
                            tuple(5, 2, 1, "trusted", "approve"),
                            tuple(50, 2, 0, "none", "approve"),
                            tuple(300, 2, 0, "points", "review"),
                            tuple(6_000, 2, 2, "large", "decline"));
        }
    }

    @Test
    void shouldShowOnlyWhatIsNewerThanAnId() throws Exception {
        score(members.asked(), CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
        String known = console.get("/api/flagged").json().at("/flagged/0/id").asText();
        List<String> newer = list(
                        console.get("/api/flagged?after=" + known).json().path("flagged"))
                .stream()
                .map(row -> row.path("id").asText())
                .toList();
        assertThat(newer).doesNotContain(known);
        assertThat(console.get("/api/flagged?after=4f").status()).isEqualTo(400);
        assertThat(List.of("0", "101", "x", ""))
                .allSatisfy(
                        max -> assertThat(console.get("/api/flagged?max=" + max).status())
                                .isEqualTo(400));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000-0", "ffffffff-999999999999999999", "x", "..%2f", "4f5bc276-99999999999999999999"})
    void shouldNotKnowTransactionsThatNobodyKeeps(String id) {
        assertThat(console.get("/api/flagged/" + id).status()).isEqualTo(404);
    }

    @Test
    void shouldShowACardsHistoryAndNotTheCard() throws Exception {
        score(members.asked(), CARD, 120_000, 1_200, 107, 0);
        score(members.asked(), CARD, 1_000, 1_300, 107, 0);
        ConsoleClient.Answer answer = members.analyst().post("/api/card", "{\"card\": \"" + CARD + "\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("card").asText()).isEqualTo("400022****7531");
        assertThat(answer.json().path("known").asBoolean()).isTrue();
        assertThat(list(answer.json().path("history")))
                .anyMatch(entry -> entry.path("amountUnits").asInt() == 1_200
                        && entry.path("decidedWithin").asText("?").isEmpty())
                .anyMatch(entry -> entry.path("amountUnits").asInt() == 1_300
                        && entry.path("decidedWithin").asText().equals("PT1M"));
        List<Long> times = list(answer.json().path("history")).stream()
                .map(entry -> -entry.path("timeMs").asLong())
                .toList();
        assertThat(times).isSorted();
    }

    @Test
    void shouldNotMakeAHistoryOfAnUnknownCard() {
        long cards = members.cluster().survey().cards();
        JsonNode answer = members.analyst()
                .post("/api/card", "{\"card\": \"99999999999999\"}")
                .json();
        assertThat(answer.path("known").asBoolean()).isFalse();
        assertThat(answer.path("history").size()).isZero();
        assertThat(members.analyst()
                        .post("/api/card", "{\"card\": \"9999999999999999999\"}")
                        .json()
                        .path("known")
                        .asBoolean(true))
                .isFalse();
        assertThat(members.cluster().survey().cards()).isLessThanOrEqualTo(cards + 1);
    }
}
