package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleMembers.CARD;
import static com.hazelcast.certification.console.ConsoleMembers.COUNTRY_OF_RULE_2;
import static com.hazelcast.certification.console.ConsoleMembers.list;
import static com.hazelcast.certification.console.ConsoleMembers.score;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a backtest of the console says of a set by labels. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleLabelFiguresTest {
    private static final Map<Integer, Label> LABELS =
            Map.of(50, Label.FRAUD, 30, Label.FRAUD, 70, Label.GENUINE, 20, Label.GENUINE);

    private final TestCluster cluster = new TestCluster().withConsole(ConsoleMembers.settings());

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    private static JsonNode backtest(ConsoleClient analyst) {
        ConsoleClient.Answer begun = analyst.post(
                "/api/rule-backtest/begin",
                "{\"text\": \"set s rule large decline when tx.amount >= 40 and tx.amount < 80\", \"against\": 1, \"sample\": 1}");
        assertThat(begun.status()).as(begun.body()).isEqualTo(200);
        TestCluster.await(
                "the backtest has ended",
                () -> !analyst.get("/api/rule-backtest")
                        .json()
                        .at("/backtest/running")
                        .asBoolean(true));
        JsonNode ended = analyst.get("/api/rule-backtest").json().path("backtest");
        assertThat(ended.path("id").asText()).isEqualTo(begun.json().path("id").asText());
        assertThat(ended.path("failure").isNull()).as(ended.toString()).isTrue();
        return ended.path("report");
    }

    @Test
    void shouldGivePrecisionRecallAndFalsePositivesOfBothSetsAndOfEachRule() throws Exception {
        FraudMember member = cluster.startMember();
        cluster.load();
        ConsoleClient analyst = ConsoleMembers.analyst(ConsoleClient.of(member));
        // The last is flagged by the set that the members decide with.
        score(member, CARD, 9_000_000, 30, 107, 0);
        score(member, CARD, 6_000_000, 70, 107, 0);
        score(member, CARD, 3_000_000, 20, 107, 0);
        score(member, CARD, 0, 50, COUNTRY_OF_RULE_2, 5);
        assertThat(backtest(analyst).path("labels").isNull())
                .as("nothing has a label")
                .isTrue();

        Set<Integer> rules = new TreeSet<>();
        Map<Label, Integer> flagged = new EnumMap<>(Label.class);
        for (JsonNode entry :
                analyst.post("/api/card", "{\"card\": \"" + CARD + "\"}").json().path("history")) {
            int amount = entry.path("amountUnits").asInt();
            if (entry.path("verdict").asInt() > 0) {
                rules.add(entry.path("verdict").asInt());
                flagged.merge(LABELS.get(amount), 1, Integer::sum);
            }
            LabelRequest request = new LabelRequest(
                    CARD, TransactionLayout.NO_REFERENCE, entry.path("timeMs").asLong(), amount, LABELS.get(amount));
            assertThat(cluster.control().addLabels(List.of(request))).containsExactly(LabelResult.LABELLED);
        }
        JsonNode labels = backtest(analyst).path("labels");
        assertThat(labels.path("fraud").asInt()).isEqualTo(2);
        assertThat(labels.path("fraudUnits").asInt()).isEqualTo(80);
        assertThat(labels.path("genuine").asInt()).isEqualTo(2);
        assertThat(labels.at("/set/precision").asDouble()).isEqualTo(0.5);
        assertThat(labels.at("/set/recall").asDouble()).isEqualTo(0.5);
        assertThat(labels.at("/set/recallByAmount").asDouble()).isEqualTo(0.625);
        assertThat(labels.at("/set/falsePositives").asInt()).isEqualTo(1);
        // The other set is the one that has decided: its verdicts are in the history.
        int hit = flagged.getOrDefault(Label.FRAUD, 0);
        int wrong = flagged.getOrDefault(Label.GENUINE, 0);
        assertThat(hit).isPositive();
        assertThat(labels.at("/other/precision").asDouble()).isEqualTo((double) hit / (hit + wrong));
        assertThat(labels.at("/other/recall").asDouble()).isEqualTo(hit / 2.0);
        assertThat(labels.at("/other/falsePositives").asInt(-1)).isEqualTo(wrong);
        assertThat(labels.path("rules")).hasSize(1);
        assertThat(labels.at("/rules/0/name").asText()).isEqualTo("large");
        assertThat(labels.at("/rules/0/precision").asDouble()).isEqualTo(0.5);
        assertThat(labels.at("/rules/0/falsePositives").asInt()).isEqualTo(1);
        assertThat(list(labels.path("otherRules")))
                .extracting(rule -> rule.path("number").asInt())
                .containsExactlyElementsOf(rules);
    }
}
