package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console shows of two real members, while transactions flow. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleTest {
    /** A card that no load brings, with digits that nothing else has. */
    private static final long CARD = 40_002_223_337_531L;

    /**
     * The digits of that card that a mask hides; any number as a card; and, because cards of the load and of the source are 0 to
     * 4,999, fourteen digits of which the first ten are zeros.
     */
    private static final Pattern FULL_CARD =
            Pattern.compile("2223337|\"card\": *[0-9]|(?<![0-9.])0{10}[0-9]{4}(?![0-9])");

    private static final String MASKED = "400022****7531";
    private static final int COUNTRY_OF_RULE_2 = 121;
    private static final AtomicLong BATCHES = new AtomicLong();

    private final TestCluster cluster = new TestCluster();
    private FraudMember asked;
    private FraudMember other;
    private ConsoleClient console;

    @BeforeAll
    void startMembersAndAFlow() throws IOException {
        asked = cluster.startMember(cluster.startSource(2_000_000, 3_000));
        other = cluster.startMember();
        cluster.load();
        cluster.control().start();
        console = ConsoleClient.of(asked);
        TestCluster.await("both consoles known", () -> consoles(console) == 2);
    }

    private static int consoles(ConsoleClient client) {
        return client.get("/api/session").json().path("consoles").size();
    }

    @AfterAll
    void closeMembersAndLookForCards() throws IOException {
        cluster.close();
        assertThat(console.bodies()).hasSizeGreaterThan(20);
        List<String> found = console.bodies().stream()
                .flatMap(body -> FULL_CARD.matcher(body).results())
                .map(MatchResult::group)
                .toList();
        assertThat(found).isEmpty();
    }

    /** Scores a transaction of the card, so long ago, on the card's shard. */
    private void score(long card, long agoMs, int amountUnits, int country, int response) throws Exception {
        score(asked, card, agoMs, amountUnits, country, response);
    }

    private static void score(FraudMember member, long card, long agoMs, int amountUnits, int country, int response)
            throws Exception {
        byte[] batch = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(
                batch,
                0,
                card,
                TransactionLayout.times(System.currentTimeMillis() - agoMs, country, 107),
                TransactionLayout.payment(amountUnits, 74_106, 494),
                TransactionLayout.outcome(9_691, response, 0));
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        IMap<Integer, HistoryShard> map = member.hazelcast().getMap(HazelcastConfiguration.HISTORY_MAP);
        map.submitToKey(
                        keys.keyOf(CardHash.shard(CardHash.of(card), keys.shardCount())),
                        new ScoreBatch(new BatchId(4_711, BATCHES.incrementAndGet()), batch, 1))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    @Test
    void shouldSayWhoIsAskedAndWhereElseToAsk() {
        JsonNode session = console.get("/api/session").json();
        assertThat(session.path("role").asText()).isEqualTo("viewer");
        assertThat(session.path("operatorConfigured").asBoolean()).isFalse();
        assertThat(session.path("member").asText()).isEqualTo(asked.status().address());
        assertThat(session.path("commit").asText()).isNotEmpty();
        assertThat(list(session.path("consoles")).stream().map(JsonNode::asText))
                .containsExactlyInAnyOrder(asked.consoleUrl(), other.consoleUrl());
    }

    @Test
    void shouldBalanceTheBooksInEveryOverview() {
        TestCluster.await(
                "something scored",
                () -> console.get("/api/overview").json().at("/totals/scored").asLong() > 10_000);
        for (int i = 0; i < 5; i++) {
            JsonNode overview = ConsoleClient.of(i % 2 == 0 ? asked : other)
                    .get("/api/overview")
                    .json();
            JsonNode totals = overview.path("totals");
            assertThat(totals.path("received").asLong())
                    .isPositive()
                    .isEqualTo(totals.path("scored").asLong()
                            + totals.path("duplicate").asLong()
                            + totals.path("refused").asLong()
                            + overview.path("inFlight").asLong());
            assertThat(totals.path("unaccounted").asLong()).isZero();
            assertThat(list(overview.path("refusedByReason")).stream()
                            .mapToLong(JsonNode::asLong)
                            .sum())
                    .isEqualTo(totals.path("refused").asLong());
        }
    }

    @Test
    void shouldShowMembersAndMapAsTheyAre() {
        TestCluster.await("copies made and counted", () -> {
            JsonNode overview = console.get("/api/overview").json();
            return list(overview.path("problems")).isEmpty()
                    && overview.at("/map/shardsLoaded").asInt() == 13;
        });
        JsonNode overview = console.get("/api/overview").json();
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
    }

    @Test
    void shouldSendAnOverviewAtOnceAndThenEverySecondUntilTheDataAgrees() throws Exception {
        try (ConsoleClient.Events events = console.events()) {
            JsonNode first = events.next();
            JsonNode second = events.next();
            assertThat(second.path("atMs").asLong())
                    .isGreaterThan(first.path("atMs").asLong());
            JsonNode overview = second;
            for (int i = 0; i < 60 && overview.path("dataTps").isNull(); i++) {
                overview = events.next();
            }
            assertThat(overview.path("dataTps").asDouble()).isBetween(1_000.0, 9_000.0);
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
                    && total.subList(597, 600).stream().allMatch(point -> point.asDouble() > 0)
                    && list(throughput.at("/members/" + asked.status().address()))
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
    void shouldListEveryRuleWithItsHits() throws Exception {
        score(CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
        List<JsonNode> rules = list(console.get("/api/rules").json().path("rules"));
        assertThat(rules).hasSize(49);
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
    void shouldExplainEveryFlaggedTransactionByItsRecordedVerdict() throws Exception {
        // The late one first: what is flagged then sees newer entries.
        score(CARD + 1, 0, 50_000, 107, 0);
        score(CARD + 1, 60_000, 40_000, 107, 0);
        score(CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
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
                            "amount 100 > average 75 of 2 in 60 d",
                            "amount 5000 > average 1716 of 3 in 60 d",
                            "amount 100 > average 75 of 2 in 60 d");
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
    void shouldTellTheStreamOfRulesAndOfEachFlaggedTransactionOnce() throws Exception {
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
                assertThat(list(events.next("rules").path("rules"))).hasSize(49);
            }
        }
    }

    @Test
    void shouldShowOnlyWhatIsNewerThanAnId() throws Exception {
        score(CARD, 0, 100, COUNTRY_OF_RULE_2, 5);
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
        score(CARD, 120_000, 1_200, 107, 0);
        ConsoleClient.Answer answer = console.post("/api/card", "{\"card\": \"" + CARD + "\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("card").asText()).isEqualTo(MASKED);
        assertThat(answer.json().path("known").asBoolean()).isTrue();
        assertThat(list(answer.json().path("history")))
                .anyMatch(entry -> entry.path("amountUnits").asInt() == 1_200);
        List<Long> times = list(answer.json().path("history")).stream()
                .map(entry -> -entry.path("timeMs").asLong())
                .toList();
        assertThat(times).isSorted();
    }

    @Test
    void shouldNotMakeAHistoryOfAnUnknownCard() {
        long cards = cluster.survey().cards();
        JsonNode answer =
                console.post("/api/card", "{\"card\": \"99999999999999\"}").json();
        assertThat(answer.path("known").asBoolean()).isFalse();
        assertThat(answer.path("history").size()).isZero();
        assertThat(console.post("/api/card", "{\"card\": \"9999999999999999999\"}")
                        .json()
                        .path("known")
                        .asBoolean(true))
                .isFalse();
        assertThat(cluster.survey().cards()).isLessThanOrEqualTo(cards + 1);
    }

    @Test
    void shouldTellAfterAMemberHasDied() throws Exception {
        try (TestCluster small = new TestCluster()) {
            FraudMember stays = small.startMember();
            FraudMember dies = small.startMember();
            small.load();
            ConsoleClient client = ConsoleClient.of(stays);
            TestCluster.await("both consoles known", () -> consoles(client) == 2);
            String address = dies.status().address();
            String origin = dies.consoleUrl();
            List<String> stream = new ArrayList<>();
            try (ConsoleClient.Events events = client.events()) {
                assertThat(events.next().path("members").size()).isEqualTo(2);
                small.kill(dies);
                JsonNode overview = events.next();
                while (overview.path("gone").isEmpty()
                        || overview.at("/map/shardsWithoutBackup").asInt() != 13) {
                    stream.add(overview.toString());
                    overview = events.next();
                }
                assertThat(overview.at("/gone/0/address").asText()).isEqualTo(address);
                assertThat(overview.at("/gone/0/lastState").asText()).isEqualTo("IDLE");
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
        }
    }
}
