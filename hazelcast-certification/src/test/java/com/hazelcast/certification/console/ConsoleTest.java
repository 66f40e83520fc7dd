package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleMembers.CARD;
import static com.hazelcast.certification.console.ConsoleMembers.COUNTRY_OF_RULE_2;
import static com.hazelcast.certification.console.ConsoleMembers.list;
import static com.hazelcast.certification.console.ConsoleMembers.score;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.CertificationRules;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the console shows of two real members, while transactions flow. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class ConsoleTest {
    @RegisterExtension
    static final ConsoleMembers members = new ConsoleMembers();

    private final ConsoleClient console = members.console();

    @Test
    void shouldSayWhoIsAskedAndWhereElseToAsk() {
        JsonNode session = console.get("/api/session").json();
        assertThat(session.path("role").asText()).isEqualTo("viewer");
        assertThat(session.path("operatorConfigured").asBoolean()).isFalse();
        assertThat(session.path("member").asText())
                .isEqualTo(members.asked().status().address());
        assertThat(session.path("commit").asText()).isNotEmpty();
        assertThat(list(session.path("consoles")).stream().map(JsonNode::asText))
                .containsExactlyInAnyOrder(
                        members.asked().consoleUrl(), members.other().consoleUrl());
    }

    @Test
    void shouldBalanceTheBooksInEveryOverview() {
        TestCluster.await(
                "something scored",
                () -> console.get("/api/overview").json().at("/totals/scored").asLong() > 10_000);
        for (int i = 0; i < 5; i++) {
            JsonNode overview = ConsoleClient.of(i % 2 == 0 ? members.asked() : members.other())
                    .get("/api/overview")
                    .json();
            JsonNode totals = overview.path("totals");
            assertThat(totals.path("received").asLong())
                    .isPositive()
                    .isEqualTo(totals.path("scored").asLong()
                            + totals.path("duplicate").asLong()
                            + totals.path("rejected").asLong()
                            + overview.path("inFlight").asLong());
            assertThat(totals.path("unaccounted").asLong()).isZero();
            assertThat(list(overview.path("rejectedByReason")).stream()
                            .mapToLong(JsonNode::asLong)
                            .sum())
                    .isEqualTo(totals.path("rejected").asLong());
        }
    }

    @Test
    void shouldShowMembersAndMapAsTheyAre() {
        List<JsonNode> seen = new ArrayList<>();
        TestCluster.await("copies made and counted", () -> {
            JsonNode overview = console.get("/api/overview").json();
            seen.add(overview);
            return list(overview.path("problems")).isEmpty()
                    && overview.at("/map/shardsLoaded").asInt() == 13
                    && list(overview.path("members")).stream()
                            .allMatch(member -> member.path("state").asText().equals("SCORING"));
        });
        JsonNode overview = seen.get(seen.size() - 1);
        List<JsonNode> members = list(overview.path("members"));
        assertThat(members).hasSize(2).allSatisfy(member -> {
            assertThat(member.path("state").asText()).isEqualTo("SCORING");
            assertThat(member.path("shardsOwned").asInt()).isPositive();
            assertThat(member.path("shardsBackedUp").asInt())
                    .isEqualTo(member.path("shardsOwned").asInt());
            assertThat(member.path("shardsWithoutBackup").asInt(-1)).isZero();
            assertThat(member.path("heapUsedBytes").asLong()).isPositive();
            assertThat(member.path("memoryKind").asText()).isEqualTo("heap");
        });
        JsonNode map = overview.path("map");
        assertThat(map.path("shardCount").asInt()).isEqualTo(13);
        assertThat(map.path("shardsLoaded").asInt()).isEqualTo(13);
        assertThat(map.path("cards").asInt()).isGreaterThanOrEqualTo(TestCluster.CARDS);
        assertThat(map.path("transactionsHeld").asLong()).isGreaterThanOrEqualTo(TestCluster.LOADED);
        assertThat(map.path("backupsApplied").asLong()).isPositive();
        assertThat(list(overview.path("problems"))).isEmpty();
        assertThat(overview.path("state").asText()).isEqualTo("SCORING");
    }

    /** The source sends 3,000 a second. */
    private static boolean isNearTheSource(JsonNode overview) {
        double dataTps = overview.path("dataTps").asDouble(-1);
        return dataTps >= 1_000 && dataTps <= 9_000;
    }

    @Test
    void shouldSendAnOverviewAtOnceAndThenEverySecondUntilTheDataAgrees() throws Exception {
        try (ConsoleClient.Events events = console.events()) {
            JsonNode first = events.next();
            JsonNode second = events.next();
            assertThat(second.path("atMs").asLong())
                    .isGreaterThan(first.path("atMs").asLong());
            JsonNode overview = second;
            // Of a rate over some seconds: it jumps where a busy machine stands still, and the source makes up for it.
            for (int i = 0; i < 60 && !isNearTheSource(overview); i++) {
                overview = events.next();
            }
            assertThat(isNearTheSource(overview)).as(overview.toString()).isTrue();
            assertThat(overview.path("tps").asDouble()).isPositive();
            assertThat(overview.at("/latencyMs/p99").asDouble()).isPositive();
        }
    }

    @Test
    void shouldHaveAPointASecondOfEachMember() {
        TestCluster.await("three points in a row", () -> {
            JsonNode throughput = console.get("/api/throughput").json();
            List<JsonNode> total = list(throughput.path("total"));
            return total.size() == 600
                    && throughput.path("members").size() == 2
                    && total.subList(597, 600).stream().allMatch(point -> point.asDouble() > 0)
                    && list(throughput.at("/members/" + members.asked().status().address()))
                                    .size()
                            == 600;
        });
        JsonNode throughput = console.get("/api/throughput").json();
        List<Long> times =
                list(throughput.path("timesMs")).stream().map(JsonNode::asLong).toList();
        assertThat(times).hasSize(600).isSorted();
        assertThat(times.get(599) - times.get(0)).isEqualTo(599_000);
        assertThat(throughput.path("members").size()).isEqualTo(2);
        assertThat(list(throughput.path("total")).get(0).isNull())
                .as("nothing is known of ten minutes ago")
                .isTrue();
    }

    @Test
    void shouldMarkWhatHasHappenedOnBothMembers() {
        String asked = members.asked().status().address();
        String other = members.other().status().address();
        TestCluster.await("joined, loaded and started", () -> {
            List<String> marks = marks(console);
            String started = marks.stream()
                    .filter(mark -> mark.startsWith("scoring_started scoring started at "))
                    .collect(Collectors.joining());
            return marks.contains("member_joined " + other + " joined")
                    && marks.contains("load_ended load ended")
                    && started.contains(asked)
                    && started.contains(other);
        });
        ConsoleClient ofOther = ConsoleClient.of(members.other());
        TestCluster.await("any member has them", () -> marks(ofOther).equals(marks(console)));
    }

    @Test
    void shouldHaveLatencyOverTimeAndHours() {
        TestCluster.await(
                "ten seconds of both members are complete",
                () -> list(console.get("/api/throughput").json().at("/latencyMs/p999")).stream()
                        .anyMatch(point -> point.asDouble() > 0));
        JsonNode minutes = console.get("/api/throughput?seconds=600").json();
        assertThat(minutes.path("secondsPerPoint").asInt()).isEqualTo(1);
        assertThat(list(minutes.path("timesMs"))).hasSize(600);
        assertThat(list(minutes.at("/latencyMs/timesMs"))).hasSize(60);
        assertThat(list(minutes.at("/latencyMs/p50")).get(0).isNull())
                .as("of ten minutes ago nothing is known, which is no zero")
                .isTrue();
        TestCluster.await("both members have a point in the hour", () -> {
            JsonNode hour = console.get("/api/throughput?seconds=3600").json();
            return hour.path("members").size() == 2
                    && list(hour.path("total")).stream().anyMatch(point -> point.asDouble() > 0);
        });
        JsonNode hours = console.get("/api/throughput?seconds=21600").json();
        assertThat(hours.path("secondsPerPoint").asInt()).isEqualTo(10);
        assertThat(list(hours.path("total"))).hasSize(2_160);
        assertThat(list(hours.at("/latencyMs/p99"))).hasSize(2_160);
        ConsoleClient.Answer none = console.get("/api/throughput?seconds=60");
        assertThat(none.status()).isEqualTo(400);
        assertThat(none.error()).contains("600, 3600 or 21600");
    }

    private static List<String> marks(ConsoleClient client) {
        return list(client.get("/api/throughput").json().path("marks")).stream()
                .map(mark ->
                        mark.path("kind").asText() + " " + mark.path("text").asText())
                .toList();
    }

    @Test
    void shouldListEveryRuleWithItsHits() throws Exception {
        score(members.asked(), CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
        List<JsonNode> rules = list(console.get("/api/rules").json().path("rules"));
        assertThat(rules).hasSize(CertificationRules.LAST_ID);
        assertThat(rules.get(1).path("id").asInt()).isEqualTo(2);
        assertThat(rules.get(1).path("hits").asLong()).isPositive();
        assertThat(rules.get(1).path("lastHitMs").asLong()).isPositive();
        assertThat(rules.stream()
                        .mapToDouble(rule -> rule.path("share").asDouble())
                        .sum())
                .isBetween(0.999, 1.001);
        assertThat(rules.get(7).path("hits").asLong()).isZero();
        assertThat(rules.get(7).path("lastHitMs").isNull()).isTrue();
    }

    @Test
    void shouldStreamRulesAndEachFlaggedTransactionOnce() throws Exception {
        try (TestCluster small = new TestCluster()) {
            FraudMember member = small.startMember();
            small.load();
            ConsoleClient client = ConsoleClient.of(member);
            try (ConsoleClient.Events events = client.events()) {
                score(member, CARD, 60_000, 100, COUNTRY_OF_RULE_2, 5);
                JsonNode first = events.next("flagged");
                score(member, CARD + 1, 60_000, 100, COUNTRY_OF_RULE_2, 5);
                JsonNode second = events.next("flagged");
                assertThat(list(first.path("flagged"))).hasSize(1);
                assertThat(list(second.path("flagged")))
                        .hasSize(1)
                        .doesNotContain(first.at("/flagged/0"))
                        .containsExactly(client.get("/api/flagged").json().at("/flagged/0"));
                assertThat(list(events.next("rules").path("rules"))).hasSize(CertificationRules.LAST_ID);
                int rulesBefore = events.count("rules");
                for (int i = 0; i < 10; i++) {
                    events.next();
                }
                assertThat(events.count("rules") - rulesBefore)
                        .as("each second, but for what a busy machine delays")
                        .isGreaterThanOrEqualTo(5);
            }
        }
    }

    @Test
    void shouldReportAMemberThatHasDied() throws Exception {
        try (TestCluster small = new TestCluster()) {
            FraudMember stays = small.startMember();
            FraudMember dies = small.startMember();
            small.load();
            ConsoleClient client = ConsoleClient.of(stays);
            ConsoleMembers.awaitBothConsoles(client);
            String address = dies.status().address();
            String origin = dies.consoleUrl();
            List<String> stream = new ArrayList<>();
            try (ConsoleClient.Events events = client.events()) {
                JsonNode overview = events.next();
                while (!list(overview.path("members")).stream()
                        .allMatch(member -> member.path("state").asText().equals("IDLE"))) {
                    overview = events.next();
                }
                assertThat(overview.path("members").size()).isEqualTo(2);
                small.kill(dies);
                overview = events.next();
                while (overview.path("leftMembers").isEmpty()
                        || overview.at("/map/shardsWithoutBackup").asInt() != 13) {
                    stream.add(overview.toString());
                    overview = events.next();
                }
                assertThat(overview.at("/leftMembers/0/address").asText()).isEqualTo(address);
                assertThat(overview.at("/leftMembers/0/lastState").asText()).isEqualTo("IDLE");
                assertThat(overview.at("/members/0/shardsWithoutBackup").asInt())
                        .isEqualTo(13);
                assertThat(list(overview.path("problems")).stream()
                                .map(problem -> problem.path("severity").asText() + " "
                                        + problem.path("what").asText()))
                        .contains("red 13 shards have no backup", "yellow " + address + " has left the cluster");
            }
            assertThat(client.get("/api/overview", "Origin", origin).header("Access-Control-Allow-Origin"))
                    .as("the page of the dead member goes on here")
                    .isEqualTo(origin);
            assertThat(list(client.get("/api/session").json().path("consoles"))).hasSize(1);
            assertThat(marks(client))
                    .contains("member_joined " + address + " joined", "member_left " + address + " left");
        }
    }
}
