package com.hazelcast.certification.member;

import static com.hazelcast.certification.member.RulePayments.DECLINES_ALL;
import static com.hazelcast.certification.member.RulePayments.REVIEWS_BIG_ONES;
import static com.hazelcast.certification.member.RulePayments.change;
import static com.hazelcast.certification.member.RulePayments.client;
import static com.hazelcast.certification.member.RulePayments.json;
import static com.hazelcast.certification.member.RulePayments.payments;
import static com.hazelcast.certification.member.RulePayments.send;
import static com.hazelcast.certification.member.RulePayments.startTwo;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sets that decline too much, which members take back by themselves, in clusters of real members, under payments. */
class RuleBreakerTest {
    /** Payments, one round after the other, until the breaker has made a change; what it wrote to the record. */
    private static JsonNode payUntilTheBreakerActs(FraudClient client, ClusterRules rules) throws Exception {
        int[] round = {1};
        TestCluster.await("the breaker has made a change", () -> {
            try {
                send(client, payments(round[0]++));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return rules.book().record().size() == 3;
        });
        List<String> record = rules.book().record();
        JsonNode activated = json(record.get(1));
        JsonNode acted = json(record.get(2));
        assertThat(acted.path("by").textValue()).isEqualTo("breaker");
        assertThat(Duration.between(
                        Instant.parse(activated.path("at").textValue()),
                        Instant.parse(acted.path("at").textValue())))
                .as("from the activation to what the breaker did, which takes two seconds where nothing else runs")
                .isLessThan(Duration.ofSeconds(15));
        return acted;
    }

    @Test
    void shouldTakeBackASetThatDeclinesEverythingWithinSeconds() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = startTwo(cluster);
            ClusterRules rules = cluster.control().rules();
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            try (FraudClient client = client(member)) {
                send(client, payments(1_000));
                rules.change(new RuleChange(Kind.ACTIVATE, 2, 0, 60, "Ana", "a test", null));
                JsonNode acted = payUntilTheBreakerActs(client, rules);
                assertThat(acted.path("what").textValue()).isEqualTo("rollback");
                assertThat(acted.path("reason").textValue()).contains("may decline 60 %");
                assertThat(send(client, payments(2_000))).allMatch(verdict -> verdict.ruleSet() == 1);
            }
            assertThat(rules.book().version()).as("taken back once").isEqualTo(4);
            assertThat(rules.book().active()).isEqualTo(1);
        }
    }

    /** Nobody has given a limit by the activation: the members' keys have. */
    @Test
    void shouldTakeASetBackByTheLimitsOfTheMembersKeys() throws Exception {
        try (TestCluster cluster = new TestCluster().withBreaker(BreakerLimits.ofPercent(60))) {
            FraudMember member = startTwo(cluster);
            ClusterRules rules = cluster.control().rules();
            assertThat(rules.states().values())
                    .extracting(RuleState::breaker)
                    .containsOnly(BreakerLimits.ofPercent(60));
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            try (FraudClient client = client(member)) {
                change(rules, Kind.ACTIVATE, 2, 0, null);
                JsonNode acted = payUntilTheBreakerActs(client, rules);
                assertThat(acted.path("what").textValue()).isEqualTo("rollback");
            }
        }
    }

    @Test
    void shouldEndACanaryThatDeclinesEverything() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = startTwo(cluster);
            ClusterRules rules = cluster.control().rules();
            change(rules, Kind.SUBMIT, 0, 0, REVIEWS_BIG_ONES);
            rules.change(new RuleChange(Kind.ACTIVATE, 2, 0, 60, "Ana", "a test", null));
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            change(rules, Kind.CANARY, 3, 5_000, null);
            try (FraudClient client = client(member)) {
                int[] round = {1};
                TestCluster.await("the breaker has made a change", () -> {
                    try {
                        send(client, payments(round[0]++));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return rules.book().record().size() == 5;
                });
                JsonNode acted = json(rules.book().record().get(4));
                assertThat(acted.path("by").textValue()).isEqualTo("breaker");
                assertThat(acted.path("what").textValue()).isEqualTo("retire");
                assertThat(acted.path("set").intValue()).isEqualTo(3);
                assertThat(send(client, payments(5_000))).allMatch(verdict -> verdict.ruleSet() == 2);
            }
            assertThat(rules.book().canary()).isZero();
            assertThat(rules.book().active()).isEqualTo(2);
        }
    }

    @Test
    void shouldDeclineNothingWhenTheBreakerIsSoConfigured() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = startTwo(cluster);
            ClusterRules rules = cluster.control().rules();
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            BreakerLimits limits = new BreakerLimits(60, 0, 2, true);
            try (FraudClient client = client(member)) {
                rules.change(new RuleChange(Kind.ACTIVATE, 2, 0, 0, "Ana", "a test", null).with(limits));
                JsonNode acted = payUntilTheBreakerActs(client, rules);
                assertThat(acted.path("what").textValue()).isEqualTo("decline_nothing");
                assertThat(send(client, payments(2_000)))
                        .allMatch(verdict -> verdict.ruleSet() == 2
                                && verdict.rule() == 0
                                && verdict.action() == Verdict.Action.APPROVE);

                assertThat(rules.books())
                        .allMatch(book -> book.declinesNothing()
                                && book.active() == 2
                                && book.breaker().equals(limits));
                change(rules, Kind.ROLLBACK, 0, 0, null);
                assertThat(rules.book().declinesNothing()).isFalse();
                assertThat(send(client, payments(3_000))).allMatch(verdict -> verdict.ruleSet() == 1);
            }
        }
    }
}
